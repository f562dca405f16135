import { Group, NumberInput, SegmentedControl, Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AddressState, DayInput, inLanguage, Picker, search, today, useMe } from '../../../desk/src/index.js';

const t = inLanguage(
  {
    buyer: 'Buyer',
    customer: 'Customer',
    group: 'Group',
    anonymous: 'Not signed in',
    qty: 'Quantity',
    day: 'Day',
    website: 'Website',
    ofBuyer: "The buyer's website",
  },
  {
    buyer: 'Käufer',
    customer: 'Kunde',
    group: 'Gruppe',
    anonymous: 'Nicht angemeldet',
    qty: 'Menge',
    day: 'Tag',
    website: 'Website',
    ofBuyer: 'Die des Käufers',
  },
);

/** Who buys how many when: the part of a question that two sides of a comparison have each. */
export interface Question {
  readonly kind: 'customer' | 'group' | 'anonymous';
  readonly customer: string | null;
  readonly group: string | null;
  readonly qty: string;
  readonly day: string;
  readonly website: string | null;
}

/** From the address; the second side has names that end in 2. */
export const questionOf = (state: AddressState, side: '' | '2'): Question => {
  const part = (name: string): string | null => state[`${name}${side}`] ?? null;
  const kind = part('buyer');
  return {
    kind: kind === 'group' || kind === 'anonymous' ? kind : 'customer',
    customer: part('customer'),
    group: part('group'),
    qty: part('qty') ?? '1',
    day: part('day') ?? today(),
    website: part('website'),
  };
};

/** The parts of a price question that name buyer, day and website. */
export const bodyOf = ({ kind, customer, group, day, website }: Question) => ({
  ...(kind === 'customer' && customer !== null ? { customer_id: Number(customer) } : {}),
  ...(kind === 'group' && group !== null ? { customer_group_id: Number(group) } : {}),
  ...(website === null ? {} : { website_id: Number(website) }),
  date: day,
});

export const isAsked = ({ kind, customer, group }: Question): boolean =>
  kind === 'anonymous' || (kind === 'customer' ? customer !== null : group !== null);

/** The websites someone may see; none without the right to shop data. */
const useWebsites = (): readonly { readonly value: string; readonly label: string }[] => {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['websites'],
    enabled: me.can('_Commerce::manage'),
    staleTime: 60_000,
    queryFn: () =>
      search<{ id: number; name: string; code: string }>('/V1/commerce/websites/search', { pageSize: 100 }),
  });
  return (data?.items ?? []).filter(({ id }) => id !== 0).map(({ id, name }) => ({ value: String(id), label: name }));
};

interface QuestionFormProps {
  readonly question: Question;
  readonly side: '' | '2';
  readonly onChange: (changes: AddressState) => void;
}

export const QuestionForm = ({ question, side, onChange }: QuestionFormProps) => {
  const { records } = useMe();
  const websites = useWebsites();
  const set = (name: string) => (value: string | null) => onChange({ [`${name}${side}`]: value ?? undefined });
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label={t.buyer}
          value={question.kind}
          onChange={set('buyer')}
          data={[
            { value: 'customer', label: t.customer },
            { value: 'group', label: t.group },
            { value: 'anonymous', label: t.anonymous },
          ]}
        />
      </Group>
      {question.kind === 'customer' && (
        <Picker
          label={t.customer}
          type={records.named('customer')}
          value={question.customer}
          onChange={set('customer')}
        />
      )}
      {question.kind === 'group' && (
        <Picker label={t.group} type={records.named('customerGroup')} value={question.group} onChange={set('group')} />
      )}
      <SimpleGrid cols={{ base: 2, md: websites.length > 1 ? 3 : 2 }} spacing="sm">
        <NumberInput
          label={t.qty}
          value={question.qty}
          onChange={(value) => set('qty')(String(value))}
          min={0.0001}
          decimalScale={4}
          allowNegative={false}
        />
        <DayInput label={t.day} value={question.day} onChange={set('day')} clearable={false} />
        {websites.length > 1 && (
          <Select
            label={t.website}
            placeholder={t.ofBuyer}
            data={[...websites]}
            value={question.website}
            onChange={set('website')}
            searchable
            clearable
          />
        )}
      </SimpleGrid>
    </Stack>
  );
};
