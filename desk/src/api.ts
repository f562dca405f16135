import { Kontor, KontorError, querySerializer, type Send } from '../../clients/typescript/src/index.js';

const root = document.getElementById('root');

/** Server settings, from the data attributes of the page's root element. */
export const server = {
  /** The segment of pricing paths (setting PRICING_SEGMENT). */
  pricing: root?.dataset['pricing'] ?? 'pricing',
  version: root?.dataset['version'] ?? '',
  /** Whether staff can sign in through the company's identity provider. */
  hasProvider: root?.dataset['provider'] === '1',
  hasPasswords: root?.dataset['passwords'] !== '0',
} as const;

const SESSION = '/V1/desk/session';
const listeners = new Set<(isOver: boolean) => void>();

/** Calls the listener with true when the session has expired and with false after a new sign-in. */
export const onSession = (listener: (isOver: boolean) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const tell = (isOver: boolean): void => {
  for (const listener of listeners) listener(isOver);
};

const atSegment = (request: Request): Request =>
  server.pricing === 'pricing' || !request.url.includes('/V1/pricing/')
    ? request
    : new Request(request.url.replace('/V1/pricing/', `/V1/${server.pricing}/`), request);

/** CSRF protection: the server ignores the session cookie without this header. */
export const FROM_DESK = { 'X-Kontor-Desk': '1' } as const;

/** Number of sign-ins. A refused request from before the last one says nothing about the new session. */
let signIns = 0;

const send: Send = async (sent) => {
  const since = signIns;
  const request = atSegment(sent);
  request.headers.set('X-Kontor-Desk', FROM_DESK['X-Kontor-Desk']);
  const response = await fetch(request);
  if (response.status === 401 && since === signIns && !request.url.endsWith(SESSION)) tell(true);
  return response;
};

export const kontor = new Kontor({ baseUrl: location.origin, retries: 2, longestWaitMs: 5000, fetch: send });

/** URL of a path below `/rest`, for requests that do not use JSON. */
export const addressOf = (path: string): string =>
  `${location.origin}/rest${path.replace('/V1/pricing/', `/V1/${server.pricing}/`)}`;

/** Sends a request below `/rest` with the session and returns the raw response. */
export const fetchBytes = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await send(new Request(addressOf(path), init));
  if (response.ok) return response;
  const text = await response.text();
  let body: unknown = { message: text.slice(0, 300) };
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy sent the response.
  }
  throw new KontorError(response.status, body, path);
};

/** Whether someone else changed the record since the page read it. */
export const isChangedMeanwhile = (error: unknown): boolean => error instanceof KontorError && error.status === 412;

export const saveBlob = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Saves bytes as a file; the default name is the one from the server. */
export const download = async (path: string, name?: string, init?: RequestInit): Promise<void> => {
  const response = await fetchBytes(path, init);
  const sent = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  saveBlob(await response.blob(), name ?? (sent === undefined ? 'file' : decodeURIComponent(sent)));
};

/** Uploads a file as a form and reports the fraction sent, which `fetch` cannot do. */
export const upload = (path: string, file: File, onShare: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', addressOf(path));
    for (const [name, value] of Object.entries(FROM_DESK)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError('the connection was lost'));
    request.onload = () => {
      if (request.status === 200) return resolve();
      let body: unknown = { message: request.responseText.slice(0, 300) };
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // A proxy sent the response.
      }
      reject(new KontorError(request.status, body, path));
    };
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });

type SignInProof =
  { readonly username: string; readonly password: string } | { readonly token: string } | { readonly callback: string };

export const signIn = async (proof: SignInProof): Promise<void> => {
  await kontor.ask('POST', SESSION, { body: proof });
  signIns += 1;
  tell(false);
};

const RETURN = 'desk.return';

/** Redirects to the identity provider, which redirects back to /desk/callback. */
export const signInAtProvider = async (): Promise<void> => {
  const { url } = (await kontor.ask('POST', `${SESSION}/provider`)) as { url: string };
  if (location.pathname !== '/desk/callback')
    sessionStorage.setItem(RETURN, location.pathname + location.search + location.hash);
  location.assign(url);
};

/** Returns the query string of the identity provider's redirect and restores the previous address. */
export const providerCallback = (): string | undefined => {
  if (location.pathname !== '/desk/callback') return undefined;
  const { search } = location;
  history.replaceState(null, '', sessionStorage.getItem(RETURN) ?? '/desk');
  sessionStorage.removeItem(RETURN);
  return search;
};

/** Signs out. Returns the sign-out URL of the identity provider; null if the session did not come from one. */
export const signOut = async (): Promise<string | null> => {
  const { sign_out_url: further } = (await kontor.ask('DELETE', SESSION)) as { sign_out_url: string | null };
  return further;
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export interface Page<T = Row> {
  readonly items: readonly T[];
  readonly total_count: number;
}

export interface Filter {
  readonly field: string;
  readonly condition: string;
  readonly value?: string | number;
}

/** A list is for `in` and `nin`: unlike a text it is not split at commas. */
interface SentFilter extends Omit<Filter, 'value'> {
  readonly value?: string | number | readonly string[];
}

export interface SearchOptions {
  /** Filter groups as in search criteria: within a group one filter must match, and all groups must. */
  readonly where?: readonly (readonly SentFilter[])[];
  readonly sort?: readonly { readonly field: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly pageSize?: number;
  readonly page?: number;
  readonly fields?: string;
  readonly signal?: AbortSignal;
}

/** The query string of a search, including its question mark. */
export const searchQuery = ({ where = [], sort = [], pageSize = 20, page = 1, fields }: SearchOptions): string =>
  `?${querySerializer({
    searchCriteria: { groups: where, sort, pageSize, page },
    ...(fields === undefined ? {} : { fields }),
  })}`;

export const search = async <T = Row>(path: string, options: SearchOptions = {}): Promise<Page<T>> =>
  (await kontor.ask('GET', path + searchQuery(options), { signal: options.signal })) as Page<T>;

export { KontorError };
