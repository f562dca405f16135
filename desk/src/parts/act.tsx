import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangedMeanwhile, kontor } from '../api.js';

/** What a route answers; nothing is asked without a path. */
export const useAsk = <T,>(path: string | undefined) =>
  useQuery({
    queryKey: ['ask', path],
    enabled: path !== undefined,
    queryFn: async ({ signal }) => (await kontor.ask('GET', path ?? '', { signal })) as T,
  });

interface Acting {
  /** Does something, then reads again what the page shows. */
  readonly act: <T>(doing: () => Promise<T>, onDone?: (result: T) => unknown) => void;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
}

/** For buttons that call the server: one at a time, with the reason if it fails. */
export const useAct = (): Acting => {
  const [error, setError] = useState<Error>();
  const [isBusy, setIsBusy] = useState(false);
  const queries = useQueryClient();
  const run = async <T,>(doing: () => Promise<T>, onDone?: (result: T) => unknown): Promise<void> => {
    setError(undefined);
    setIsBusy(true);
    try {
      const result = await doing();
      await onDone?.(result);
      await queries.invalidateQueries();
    } catch (refusal) {
      if (isChangedMeanwhile(refusal)) await queries.invalidateQueries();
      setError(refusal as Error);
    } finally {
      setIsBusy(false);
    }
  };
  return { act: (doing, onDone) => void run(doing, onDone), error, isBusy };
};

interface SmallProps {
  readonly label: string;
  /** What it acts on, for those who hear the button without its row. */
  readonly of?: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  readonly color?: string;
}

/** A button in a row of a table, or at a heading. */
export const Small = ({ label, of, onClick, isDisabled = false, color }: SmallProps) => (
  <Button
    size="compact-sm"
    variant={color ? 'outline' : 'default'}
    color={color}
    aria-label={of === undefined ? undefined : `${label}: ${of}`}
    disabled={isDisabled}
    onClick={onClick}
  >
    {label}
  </Button>
);
