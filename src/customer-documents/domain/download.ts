/** The routes of downloads. */
export const VIAS = ['me', 'public', 'link'] as const;
export type Via = (typeof VIAS)[number];

/** The downloader: a customer, or an anonymous client known only by address. */
interface Taker {
  readonly customerId: number | null;
  /** Address in the form of `addressKey`; null for a customer, whose address is not stored. */
  readonly address: string | null;
}

export interface Download extends Taker {
  readonly documentId: number;
  readonly via: Via;
  readonly bytes: number;
}

/** Key of a log entry. Downloads with the same key share the entry (documents.md, "The log of downloads"). */
export type EntryKey = string;

const QUARTER_MS = 900_000;

const quarterOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_MS);

/** Combines customer or address, document, route, and quarter of an hour. */
export const entryKey = ({ documentId, via, customerId, address }: Omit<Download, 'bytes'>, at: Date): EntryKey => {
  const taker = customerId === null ? `a${address ?? ''}` : `c${customerId}`;
  return `${documentId} ${via} ${taker} ${quarterOf(at)}`;
};

export interface EntrySum {
  readonly key: EntryKey;
  readonly count: number;
  readonly bytes: number;
}
