import { createHash } from 'node:crypto';

/** The strong ETag of a record: SHA-256 of it as it is answered, before `fields` and INSTANTS change its form. */
export const etagOf = (item: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url')}"`;
