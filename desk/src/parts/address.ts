import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

export type AddressState = Readonly<Record<string, string | undefined>>;

/** `?sku=A1&qty=2` as plain texts, so that people can read and write addresses. */
export const parseAddress = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const writeAddress = (state: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(state).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
};

/** The state of a screen in its address, so that it can be shared as a link. Undefined removes a part. */
export const useAddress = (): readonly [AddressState, (changes: AddressState, isNewStep?: boolean) => void] => {
  const state = useSearch({ strict: false }) as AddressState;
  const navigate = useNavigate();
  return [
    state,
    (changes, isNewStep = false) =>
      void navigate({ to: '.', search: { ...state, ...changes } as never, replace: !isNewStep, resetScroll: false }),
  ];
};

/** The variables of the path. */
export const usePath = (): Readonly<Record<string, string>> => useParams({ strict: false }) as Record<string, string>;

/** Opens a screen of Desk by its address below /desk. */
export const useOpen = (): ((address: string) => void) => {
  const navigate = useNavigate();
  return (address) => {
    const [path = '/', query = ''] = address.split('?', 2);
    void navigate({ to: path, search: parseAddress(query) as never });
  };
};
