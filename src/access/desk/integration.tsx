import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  Allowed,
  inLanguage,
  kontor,
  Refused,
  type Row,
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
    tokens: 'Tokens',
    about: 'Creating a new token immediately invalidates the current one.',
    rotate: 'New token',
    oauth: 'New OAuth 1.0a credentials',
    end: 'Revoke OAuth credentials',
    token: 'Integration token',
    credentials: 'OAuth credentials',
  },
  {
    tokens: 'Tokens',
    about: 'Ein neues Token macht das bisherige sofort ungültig.',
    rotate: 'Neues Token',
    oauth: 'Neue OAuth-1.0a-Zugangsdaten',
    end: 'OAuth-Zugangsdaten widerrufen',
    token: 'Token der Integration',
    credentials: 'OAuth-Zugangsdaten',
  },
);

export default function Integration() {
  const { id = '' } = usePath();
  const type = useMe().records.named('integration');
  if (!type) return null;
  return (
    <StoredRecord key={id} type={type} id={id}>
      {(row) => (
        <Allowed to={['_Access::save']}>
          <Tokens row={row} />
        </Allowed>
      )}
    </StoredRecord>
  );
}

const Tokens = ({ row }: { readonly row: Row }) => {
  const { act, error } = useAct();
  const [secret, setSecret] = useState<{ readonly title: string; readonly text: string }>();
  const base = `/V1/access/integrations/${row.id}`;
  const make = (name: 'rotate' | 'oauth', title: string): void =>
    act(
      () => kontor.ask('POST', `${base}/${name}`),
      (made) => setSecret({ title, text: typeof made === 'string' ? made : JSON.stringify(made, null, 2) }),
    );
  return (
    <Section title={t.tokens}>
      <Stack gap="sm">
        <Text c="dimmed">{t.about}</Text>
        <Group gap="xs">
          <Small label={t.rotate} onClick={() => make('rotate', t.token)} />
          <Small label={t.oauth} onClick={() => make('oauth', t.credentials)} />
          {row['consumer_key'] !== null && (
            <Small label={t.end} color="red" onClick={() => act(() => kontor.ask('DELETE', `${base}/oauth`))} />
          )}
        </Group>
        <Refused error={error} />
      </Stack>
      <Secret title={secret?.title ?? ''} secret={secret?.text} onClose={() => setSecret(undefined)} />
    </Section>
  );
};
