import { KEYED, SECRETS } from './generated/known.js';

export const KEY_HEADER = 'Idempotency-Key';

/** A key that nobody else has; pages that came without TLS have no `randomUUID`. */
export const newKey = (): string => {
  const { randomUUID } = crypto as Partial<typeof crypto>;
  if (randomUUID) return randomUUID.call(crypto);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const keyed = new RegExp(`^(?:${KEYED.map((route) => route.replace(/\{\w+\}/g, '[^/]+')).join('|')})$`);
const secret = new RegExp(`"(?:${SECRETS.join('|')})"\\s*:`);

/** Whether a route takes a key, by its verb and its path, be its variables filled in or not. */
export const takesKey = (verb: string, path: string): boolean => keyed.test(`${verb} ${path}`);

/** Whether a body holds a secret: then it takes none, since what holds one is never kept. */
export const bringsSecret = (json: string): boolean => secret.test(json);
