import { Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  Allowed,
  inLanguage,
  kontor,
  Refused,
  type Row,
  Section,
  Small,
  StoredRecord,
  useAct,
  useMe,
  usePath,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    signIn: 'Sign-in',
    about: 'After six wrong passwords from one address, the account is locked for this address for 30 minutes.',
    end: 'End all sessions',
    ended: (name: string) => `All sessions of ${name} have ended, and all tokens are revoked.`,
    unlock: 'Unlock',
    unlocked: (name: string) => `${name} is not locked.`,
  },
  {
    signIn: 'Anmeldung',
    about:
      'Nach sechs falschen Passwörtern ist ein Konto 30 Minuten lang an der Adresse gesperrt, von der sie gesendet wurden.',
    end: 'Alle Sitzungen beenden',
    ended: (name: string) => `Alle Sitzungen und Tokens von ${name} sind beendet.`,
    unlock: 'Entsperren',
    unlocked: (name: string) => `${name} ist nicht gesperrt.`,
  },
);

export default function Admin() {
  const { id = '' } = usePath();
  const type = useMe().records.named('admin');
  if (!type) return null;
  return (
    <StoredRecord key={id} type={type} id={id}>
      {(row) => (
        <Allowed to={['_Access::save']}>
          <SignIn row={row} />
        </Allowed>
      )}
    </StoredRecord>
  );
}

const SignIn = ({ row }: { readonly row: Row }) => {
  const { act, error, isBusy } = useAct();
  const post = (what: 'end-sessions' | 'unlock', done: (name: string) => string): void =>
    act(
      () => kontor.ask('POST', `/V1/access/admins/${row.id}/${what}`),
      () => notifications.show({ message: done(String(row['username'])) }),
    );
  return (
    <Section title={t.signIn}>
      <Stack gap="sm">
        <Text c="dimmed">{t.about}</Text>
        <Group gap="xs">
          <Small label={t.unlock} isDisabled={isBusy} onClick={() => post('unlock', t.unlocked)} />
          <Small label={t.end} color="red" isDisabled={isBusy} onClick={() => post('end-sessions', t.ended)} />
        </Group>
        <Refused error={error} />
      </Stack>
    </Section>
  );
};
