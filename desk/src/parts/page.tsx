import { Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { inLanguage } from '../language.js';
import { Refused } from './refused.js';

const t = inLanguage({ loading: 'Loading' }, { loading: 'Wird geladen' });

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with its heading. The heading gets the focus when the screen opens, so that screen readers announce it. */
export const Page = ({ title, about, actions, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Kontor`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {about !== undefined && (
            <Text component="div" c="dimmed" maw={720}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
};

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
  /** Title until the data with the actual heading is loaded. */
  readonly title?: string;
}

/** Renders the state of a query: a loading indicator, the error, or the data. */
export const Loaded = <T,>({ query: { data, error, refetch }, children, title }: LoadedProps<T>) => {
  if (data !== undefined) return children(data);
  const state = error ? (
    <Refused error={error} onRetry={() => void refetch()} />
  ) : (
    <Center mih={120}>
      <Loader size="sm" role="status" aria-label={t.loading} />
    </Center>
  );
  return title === undefined ? state : <Page title={title}>{state}</Page>;
};

/** A heading with its content. */
export const Section = ({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div>
    <Group justify="space-between" mb="xs">
      <Title order={2}>{title}</Title>
      {actions}
    </Group>
    {children}
  </div>
);
