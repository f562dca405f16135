import { Alert, Box, Button, Center, Group, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { KontorError, server, signIn, signInAtProvider } from './api.js';
import { inLanguage } from './language.js';
import { useAct } from './parts/act.js';
import { Refused } from './parts/refused.js';
import { Preferences } from './preferences.js';

const t = inLanguage(
  {
    title: 'Sign in to Kontor',
    username: 'Username',
    password: 'Password',
    signIn: 'Sign in',
    wrong:
      'The username or password is wrong, or the account is temporarily locked. Check your entries, or try again in 30 minutes.',
    provider: 'Sign in with your company account',
    refused: 'The identity provider refused the sign-in, or the sign-in was started in another browser. Sign in again.',
    link: 'This sign-in link is no longer valid. A link works only once and only for 10 minutes. Sign in with your password, or ask for a new link.',
  },
  {
    title: 'Bei Kontor anmelden',
    username: 'Benutzername',
    password: 'Passwort',
    signIn: 'Anmelden',
    wrong:
      'Benutzername oder Passwort ist falsch, oder das Konto ist vorübergehend gesperrt. Prüfen Sie beides oder versuchen Sie es in einigen Minuten erneut.',
    provider: 'Mit Firmenkonto anmelden',
    refused:
      'Der Identitätsanbieter hat die Anmeldung abgelehnt, oder sie wurde in einem anderen Browser begonnen. Melden Sie sich erneut an.',
    link: 'Dieser Anmeldelink ist nicht mehr gültig. Ein Link gilt nur einmal und nur 10 Minuten lang. Melden Sie sich mit Ihrem Passwort an oder bitten Sie um einen neuen Link.',
  },
);

interface FormProps {
  /** The previously signed-in user. */
  readonly username?: string;
  readonly onDone: (username: string) => void;
}

export const SignInForm = (props: FormProps) => (
  <Stack>
    {server.hasProvider && <ProviderButton />}
    {server.hasPasswords && <PasswordForm {...props} />}
  </Stack>
);

const ProviderButton = () => {
  const { act, error, isBusy } = useAct();
  return (
    <>
      <Refused error={error} />
      <Button loading={isBusy} onClick={() => act(signInAtProvider)}>
        {t.provider}
      </Button>
    </>
  );
};

const PasswordForm = ({ username: former = '', onDone }: FormProps) => {
  const [username, setUsername] = useState(former);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      await signIn({ username, password });
      setPassword('');
      onDone(username);
    } catch (refusal) {
      setError(refusal as Error);
    } finally {
      setIsBusy(false);
    }
  };
  const isWrong = error instanceof KontorError && error.status === 401;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {isWrong ? (
          <Alert color="red" role="alert">
            {t.wrong}
          </Alert>
        ) : (
          <Refused error={error} />
        )}
        <TextInput
          label={t.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          data-autofocus={former === '' || undefined}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          data-autofocus={former !== '' || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant={server.hasProvider ? 'default' : 'filled'} loading={isBusy}>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  );
};

interface SignInProps {
  /** Why signing in through a link or the identity provider failed. */
  readonly error?: Error;
  readonly isLink?: boolean;
  readonly onDone: () => void;
}

/** The whole page before sign-in. */
export const SignIn = ({ error, isLink, onDone }: SignInProps) => (
  <Box component="main" p="md">
    <Group justify="flex-end">
      <Preferences />
    </Group>
    <Center mih="70vh">
      <Paper withBorder p="lg" w={380} maw="100%">
        <Title order={1} mb="md">
          {t.title}
        </Title>
        {error instanceof KontorError && error.status === 401 ? (
          <Alert color="yellow" mb="md" role="alert">
            {isLink ? t.link : t.refused}
          </Alert>
        ) : (
          <Refused error={error} />
        )}
        <SignInForm onDone={onDone} />
      </Paper>
    </Center>
  </Box>
);
