import { Center, Loader, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { KontorError, onSession, providerCallback, signIn } from './api.js';
import { inLanguage } from './language.js';
import { MeProvider, useAccount } from './me.js';
import { Refused } from './parts/refused.js';
import { router } from './routes.js';
import { SignIn, SignInForm } from './sign-in.js';

const t = inLanguage(
  {
    loading: 'Loading',
    ended: 'Your session has ended',
    again: 'Sign in again to continue. Your entries are still here.',
  },
  {
    loading: 'Wird geladen',
    ended: 'Ihre Sitzung ist beendet',
    again: 'Melden Sie sich wieder an, um fortzufahren. Ihre Eingaben sind noch da.',
  },
);

/** Returns the token of a sign-in link and removes it from the address at once. */
const linkToken = (): string | undefined => {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return token;
};

const token = linkToken();
const callback = providerCallback();
const proof = token !== undefined ? { token } : callback !== undefined ? { callback } : undefined;

export const App = () => {
  const [link, setLink] = useState<'open' | 'done' | Error>(proof ? 'open' : 'done');
  useEffect(() => {
    if (!proof) return;
    signIn(proof).then(
      () => setLink('done'),
      (error: unknown) => setLink(error as Error),
    );
  }, []);
  if (link === 'open') return <Waiting />;
  return link instanceof Error ? (
    <SignIn error={link} isLink={token !== undefined} onDone={() => setLink('done')} />
  ) : (
    <Session />
  );
};

const Waiting = () => (
  <Center mih="60vh">
    <Loader role="status" aria-label={t.loading} />
  </Center>
);

/** The signed-in page. When the session ends, the sign-in form covers it, so that entered data is not lost. */
const Session = () => {
  const { me, error, again } = useAccount();
  const [isOver, setIsOver] = useState(false);
  const queries = useQueryClient();
  useEffect(() => onSession(setIsOver), []);
  if (!me) {
    if (error instanceof KontorError && error.status === 401) return <SignIn onDone={again} />;
    return error ? (
      <Center mih="60vh">
        <Refused error={error} onRetry={again} />
      </Center>
    ) : (
      <Waiting />
    );
  }
  const resume = async (username: string): Promise<void> => {
    if (username.toLowerCase() !== me.name.toLowerCase()) location.reload();
    await queries.invalidateQueries();
  };
  return (
    <MeProvider value={me}>
      <RouterProvider router={router} />
      <Modal opened={isOver} onClose={() => undefined} withCloseButton={false} closeOnEscape={false} title={t.ended}>
        <Text mb="md">{t.again}</Text>
        <SignInForm username={me.name} onDone={(name) => void resume(name)} />
      </Modal>
    </MeProvider>
  );
};
