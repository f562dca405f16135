import { Alert, Box, Button, Center, Group, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { KontorError, signIn } from './api.js';
import { inLanguage } from './language.js';
import { Refused } from './parts/refused.js';
import { Preferences } from './preferences.js';

const t = inLanguage(
  {
    title: 'Sign in to Kontor',
    username: 'User name',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'User name or password is wrong, or the account is locked for some minutes. Check both and try again.',
    link: 'This sign-in link no longer works. A link works once, within 10 minutes. Sign in with your password, or ask for a new link.',
  },
  {
    title: 'Bei Kontor anmelden',
    username: 'Benutzername',
    password: 'Passwort',
    signIn: 'Anmelden',
    wrong:
      'Benutzername oder Passwort ist falsch, oder das Konto ist für einige Minuten gesperrt. Prüfen Sie beides und versuchen Sie es noch einmal.',
    link: 'Dieser Anmeldelink gilt nicht mehr. Ein Link gilt einmal und 10 Minuten lang. Melden Sie sich mit Ihrem Passwort an, oder bitten Sie um einen neuen Link.',
  },
);

interface FormProps {
  /** Who was signed in before. */
  readonly username?: string;
  readonly onDone: (username: string) => void;
}

export const SignInForm = ({ username: former = '', onDone }: FormProps) => {
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
        <Button type="submit" loading={isBusy}>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  );
};

/** The whole page, for whoever isn't signed in. */
export const SignIn = ({ linkError, onDone }: { readonly linkError?: Error; readonly onDone: () => void }) => (
  <Box component="main" p="md">
    <Group justify="flex-end">
      <Preferences />
    </Group>
    <Center mih="70vh">
      <Paper withBorder p="lg" w={380} maw="100%">
        <Title order={1} mb="md">
          {t.title}
        </Title>
        {linkError instanceof KontorError && linkError.status === 401 ? (
          <Alert color="yellow" mb="md" role="alert">
            {t.link}
          </Alert>
        ) : (
          <Refused error={linkError} />
        )}
        <SignInForm onDone={onDone} />
      </Paper>
    </Center>
  </Box>
);
