/** Key of the user whose attempts are counted. A text, so that administrators and customers share one table. */
export type Subject = string;

export type UserKind = 'admin' | 'customer';

const BUCKETS = 256;

/** FNV-1a: spreads names, hides nothing. */
const spread = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
};

/**
 * A user, or one of a few shared subjects for unknown names. So unknown names cost the same work as known ones
 * (wire.md §6), without filling the database.
 */
export const subjectOf = (kind: UserKind, id: number | undefined, name: string): Subject =>
  id === undefined ? `${kind}:?${spread(name) % BUCKETS}` : `${kind}:${id}`;
