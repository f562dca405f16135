import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { inLanguage, type OwnInputProps, useMe } from '../../../desk/src/index.js';

const t = inLanguage(
  {
    rights: 'Rights',
    about: 'You can grant only the rights that you have yourself.',
    everything: 'All rights, including rights that future versions add',
    all: (area: string) => `All rights in ${area}`,
    areas: {
      Categoryprice: 'Category prices',
      Commerce: 'Shop data',
      CustomerDocuments: 'Documents',
      Customerprice: 'Customer prices',
      Dpp: 'Passports',
      Pricelist: 'Price lists',
      Pricing: 'Price calculation',
      ProductCustomerMatrix: 'Product-customer matrices',
    },
    others: 'Granted rights that you do not have',
  },
  {
    rights: 'Rechte',
    about: 'Sie können nur Rechte vergeben, die Sie selbst haben.',
    everything: 'Alles, auch Rechte, die künftige Versionen hinzufügen',
    all: (area: string) => `Alles in ${area}`,
    areas: {
      Access: 'Zugang',
      Audit: 'Protokoll',
      Categoryprice: 'Kategoriepreise',
      Commerce: 'Shopdaten',
      CustomerDocuments: 'Dokumente',
      Customerprice: 'Kundenpreise',
      Dpp: 'Produktpässe',
      Jobs: 'Aufträge',
      Pricelist: 'Preislisten',
      PriceSettings: 'Preiseinstellungen',
      Pricing: 'Preisberechnung',
      ProductCustomerMatrix: 'Matrizen',
    },
    others: 'Vergebene Rechte, die Sie nicht haben',
  },
);

const ROOT = 'Kontor::all';
const areaOf = (right: string): string => right.slice(0, right.indexOf('::'));
const AREAS: Readonly<Record<string, string | undefined>> = t.areas;
const nameOf = (area: string): string => {
  const name = area.slice(area.lastIndexOf('_') + 1);
  return AREAS[name] ?? name.replace(/([a-z])([A-Z])/g, '$1 $2');
};

/** The rights as a tree: all rights, all rights of an area, and each right with its title. */
export default function Rights({ value, onChange, error }: OwnInputProps) {
  const { rights } = useMe();
  const granted = (value ?? []) as readonly string[];
  const areas = [...Map.groupBy(rights, ({ resource }) => areaOf(resource))];
  const known = new Set([ROOT, ...areas.map(([area]) => `${area}::all`), ...rights.map(({ resource }) => resource)]);
  const others = granted.filter((right) => !known.has(right));
  const set = (right: string, isOn: boolean): void =>
    onChange(isOn ? [...granted, right] : granted.filter((one) => one !== right));
  const box = (right: string, label: string, isImplied = false) => (
    <Checkbox
      key={right}
      label={<span lang={right === ROOT || right.endsWith('::all') ? undefined : 'en'}>{label}</span>}
      checked={isImplied || granted.includes(right)}
      disabled={isImplied}
      onChange={(event) => set(right, event.currentTarget.checked)}
    />
  );
  const isRoot = granted.includes(ROOT);
  return (
    <Fieldset legend={t.rights}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        {error !== undefined && <Text c="var(--mantine-color-error)">{error}</Text>}
        {box(ROOT, t.everything)}
        {areas.map(([area, held]) => {
          const isAll = isRoot || granted.includes(`${area}::all`);
          return (
            <Stack key={area} gap={6} role="group" aria-label={nameOf(area)}>
              {box(`${area}::all`, t.all(nameOf(area)), isRoot)}
              <Stack gap={6} pl="xl">
                {held.map(({ resource, title }) => box(resource, title, isAll))}
              </Stack>
            </Stack>
          );
        })}
        {others.length > 0 && (
          <Text size="sm">
            {t.others}: {others.join(', ')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
