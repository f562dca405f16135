import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

export type AddressState = Readonly<Record<string, string | undefined>>;

/** Parses `?sku=A1&qty=2` into plain strings, so that users can read and write addresses. */
export const parseAddress = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const writeAddress = (state: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(state).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
};

/** A list as one parameter, separated by commas. Commas inside of values are percent-encoded. */
export const writeList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',');

export const parseList = (text: string): string[] =>
  text
    .split(',')
    .filter((value) => value !== '')
    .map((value) => value.replace(/%(?:25|2C)/gi, decodeURIComponent));

/** The value of an `in` filter: a short text, or a list if a value contains a comma. */
export const oneOf = (values: readonly string[]): string | readonly string[] =>
  values.some((value) => value.includes(',')) ? values : values.join(',');

/** Keeps the state of a screen in its address, so that it can be shared as a link. Undefined removes a parameter. */
export const useAddress = (): readonly [AddressState, (changes: AddressState, isNewStep?: boolean) => void] => {
  const state = useSearch({ strict: false }) as AddressState;
  const navigate = useNavigate();
  return [
    state,
    (changes, isNewStep = false) =>
      void navigate({ to: '.', search: { ...state, ...changes } as never, replace: !isNewStep, resetScroll: false }),
  ];
};

/** The path parameters. */
export const usePath = (): Readonly<Record<string, string>> => useParams({ strict: false }) as Record<string, string>;

/** Returns a function that opens a Desk screen by its address below /desk. */
export const useOpen = (): ((address: string) => void) => {
  const navigate = useNavigate();
  return (address) => {
    const [path = '/', query = ''] = address.split('?', 2);
    void navigate({ to: path, search: parseAddress(query) as never });
  };
};
