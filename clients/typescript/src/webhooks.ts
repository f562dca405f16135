/** Headers as a server of any kind has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Webhook {
  /** The body as it came: bytes or text, not parsed and written again. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** As it was shown once, `whsec_…`; while it is changed both. */
  readonly secrets: string | readonly string[];
  /** How old or early it may be, in seconds. */
  readonly toleranceS?: number;
}

/** It doesn't come from the server, or came too late. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key, value]) => key.toLowerCase() === name && value !== undefined)?.[1];
  if (Array.isArray(found) && found.length === 1) return headerOf({ [name]: (found as readonly string[])[0] }, name);
  if (typeof found !== 'string' || found === '') throw new WebhookRefused(`The header ${name} is missing.`);
  return found;
};

const utf8 = new TextEncoder();

/** What Web Crypto makes of a secret; not every environment names that type. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const keyOf = (secret: string): Promise<Key> => {
  const base64 = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = bytesOf(base64);
  } catch {
    return Promise.reject(new WebhookRefused('The secret is none: it is whsec_ and base64.'));
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const isSigned = async (signature: string, key: Key, signed: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const [version, base64 = ''] = signature.split(',');
  if (version !== 'v1') return false;
  try {
    // Compares without telling by its time how much of it was right.
    return await crypto.subtle.verify('HMAC', key, bytesOf(base64), signed);
  } catch {
    return false;
  }
};

/**
 * The JSON of a webhook that this server has signed (Standard Webhooks, HMAC-SHA256); `WebhookRefused` for any other.
 * The same `webhook-id` may come again: whoever has seen it passes it over.
 */
export const verifyWebhook = async <T = unknown>(
  { body, headers, secrets, toleranceS = TOLERANCE_S }: Webhook,
  now = Date.now(),
): Promise<{ readonly id: string; readonly at: Date; readonly event: T }> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(now / 1000 - seconds) <= toleranceS)) throw new WebhookRefused('It is too old, or from the future.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = utf8.encode(`${id}.${timestamp}.${text}`);
  const keys = await Promise.all([secrets].flat().map((secret) => keyOf(secret)));
  for (const key of keys)
    for (const signature of signatures.split(' '))
      if (await isSigned(signature, key, signed))
        return { id, at: new Date(seconds * 1000), event: JSON.parse(text) as T };
  throw new WebhookRefused('Its signature is not that of this server.');
};
