import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  formatInstant,
  inLanguage,
  kontor,
  Loaded,
  Refused,
  Secret,
  Section,
  Small,
  StoredRecord,
  useAct,
  useMe,
  usePath,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    deliveries: 'Deliveries',
    about: 'Events wait until the webhook has a signing secret. Create one, then send a test event.',
    nothing: 'No deliveries yet.',
    event: 'Event',
    at: 'Time',
    status: 'Response',
    ms: 'Milliseconds',
    waiting: 'waiting',
    resend: 'Send again',
    test: 'Send a test event',
    rotate: 'New signing secret',
    take: 'Become the owner',
    secret: 'Signing secret',
    sent: 'A test event has been queued.',
  },
  {
    deliveries: 'Zustellungen',
    about:
      'Ereignisse warten, bis der Webhook ein Signaturgeheimnis hat. Legen Sie eines an und senden Sie dann ein Testereignis.',
    nothing: 'Noch keine Zustellungen.',
    event: 'Ereignis',
    at: 'Zeit',
    status: 'Antwort',
    ms: 'Millisekunden',
    waiting: 'wartet',
    resend: 'Erneut senden',
    test: 'Testereignis senden',
    rotate: 'Neues Signaturgeheimnis',
    take: 'Als Eigentümer übernehmen',
    secret: 'Signaturgeheimnis',
    sent: 'Ein Testereignis ist unterwegs.',
  },
);

interface Delivery {
  readonly id: number;
  readonly type: string;
  readonly state: string;
  readonly tries: number;
  readonly status: number | null;
  readonly ms: number | null;
  readonly error: string | null;
  readonly created_at: string;
}

const POLL_MS = 2000;

export default function Webhook() {
  const { id = '' } = usePath();
  const type = useMe().records.named('webhook');
  if (!type) return null;
  return (
    <StoredRecord key={id} type={type} id={id}>
      {() => <Deliveries id={id} />}
    </StoredRecord>
  );
}

const Deliveries = ({ id }: { readonly id: string }) => {
  const base = `/V1/webhooks/${id}`;
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: async () =>
      (await kontor.ask('GET', `${base}/deliveries?searchCriteria[pageSize]=50`)) as {
        readonly items: readonly Delivery[];
      },
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'waiting') ? POLL_MS : false),
  });
  const { act, error } = useAct();
  const [secret, setSecret] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  // Nothing is sent without a secret, and the server does not tell whether there is one.
  const [isMade, setIsMade] = useState(false);
  const hasSecret = isMade || query.data?.items.some(({ tries }) => tries > 0) === true;
  return (
    <Section title={t.deliveries}>
      <Stack gap="sm">
        <Allowed to={['_Webhooks::save']}>
          {!hasSecret && <Text c="dimmed">{t.about}</Text>}
          <Group gap="xs">
            <Small
              label={t.rotate}
              onClick={() =>
                act(
                  () => kontor.ask('POST', `${base}/rotate`),
                  (made) => {
                    setSecret(made as string);
                    setIsMade(true);
                  },
                )
              }
            />
            <Small
              label={t.test}
              onClick={() =>
                act(
                  () => kontor.ask('POST', `${base}/test`),
                  () => setIsSent(true),
                )
              }
            />
            <Small label={t.take} onClick={() => act(() => kontor.ask('POST', `${base}/take`))} />
          </Group>
        </Allowed>
        <Refused error={error} />
        {isSent && <Alert color="green">{t.sent}</Alert>}
        <Secret title={t.secret} secret={secret} onClose={() => setSecret(undefined)} />
        <Loaded query={query}>
          {({ items }) => (
            <DataTable
              label={t.deliveries}
              rows={items}
              keyOf={(row) => row.id}
              empty={t.nothing}
              columns={[
                { title: t.event, isHeader: true, cell: (row) => row.type },
                { title: t.at, cell: (row) => formatInstant(row.created_at) },
                {
                  title: t.status,
                  cell: ({ status, error }) => (
                    <>
                      <Badge color={status !== null && status < 300 ? 'green' : 'orange'}>{status ?? t.waiting}</Badge>{' '}
                      <span lang="en">{error}</span>
                    </>
                  ),
                },
                { title: t.ms, isNumber: true, cell: ({ ms }) => ms },
                {
                  title: '',
                  cell: (row) => (
                    <Small
                      label={t.resend}
                      of={String(row.id)}
                      onClick={() => act(() => kontor.ask('POST', `${base}/deliveries/${row.id}/resend`))}
                    />
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Stack>
    </Section>
  );
};
