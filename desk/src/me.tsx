import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { kontor } from './api.js';
import { recordsOf, type Records, type RecordSpec } from './records/spec.js';

interface Right {
  readonly resource: string;
  readonly title: string;
}

interface Account {
  readonly id: number;
  readonly name: string;
  readonly rights: readonly Right[];
}

/** The signed-in user and their rights. */
export interface Me {
  readonly id: number;
  readonly name: string;
  readonly rights: readonly Right[];
  /** Whether the user has a right, named without the vendor's prefix: `_Pricing::calculate`. */
  can(right: string): boolean;
  readonly records: Records;
}

const MeContext = createContext<Me | undefined>(undefined);

export const MeProvider = MeContext.Provider;

/** The signed-in user; undefined before sign-in. */
export const useMeIfKnown = (): Me | undefined => useContext(MeContext);

export const useMe = (): Me => {
  const me = useMeIfKnown();
  if (!me) throw new Error('nobody is signed in here');
  return me;
};

/** Renders its children for users with at least one of these rights. */
export const Allowed = ({ to, children }: { readonly to: readonly string[]; readonly children: ReactNode }) => {
  const me = useMe();
  return to.length === 0 || to.some((right) => me.can(right)) ? children : null;
};

const meOf = ({ id, name, rights }: Account, specs: readonly RecordSpec[]): Me => ({
  id,
  name,
  rights,
  can: (right) => rights.some(({ resource }) => resource.endsWith(right)),
  records: recordsOf(specs),
});

/** Loads the account and the records of the session. Fails with status 401 without a session. */
export const useAccount = (): {
  readonly me: Me | undefined;
  readonly error: Error | null;
  readonly again: () => void;
} => {
  const { data, error, refetch } = useQuery({
    queryKey: ['session'],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const account = (await kontor.ask('GET', '/V1/access/me')) as Account;
      return { account, specs: (await kontor.ask('GET', '/V1/desk/records')) as readonly RecordSpec[] };
    },
  });
  const me = useMemo(() => (data ? meOf(data.account, data.specs) : undefined), [data]);
  return { me, error, again: () => void refetch() };
};
