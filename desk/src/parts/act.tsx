import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangedMeanwhile, kontor } from '../api.js';

/** Queries a route. Without a path, it sends no request. */
export const useAsk = <T,>(path: string | undefined) =>
  useQuery({
    queryKey: ['ask', path],
    enabled: path !== undefined,
    queryFn: async ({ signal }) => (await kontor.ask('GET', path ?? '', { signal })) as T,
  });

interface Acting {
  /** Performs an action, then reloads the data on the page. */
  readonly act: <T>(doing: () => Promise<T>, onDone?: (result: T) => unknown) => void;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
}

/** Runs the server calls of buttons one at a time, and keeps the error if a call fails. */
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
  /** The object of the action, for screen reader users, who may hear the button without its row. */
  readonly of?: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  readonly color?: string;
}

/** A small button, in a table row or next to a heading. */
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
