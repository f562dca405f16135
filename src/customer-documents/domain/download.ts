/** By which route somebody takes a document. */
export const VIAS = ['me', 'public', 'link'] as const;
export type Via = (typeof VIAS)[number];

/** Who takes a document: a customer, or somebody of whom nothing but the address is known. */
interface Taker {
  readonly customerId: number | null;
  /** As `addressKey` writes it; null for a customer, whose address is nobody's business. */
  readonly address: string | null;
}

export interface Download extends Taker {
  readonly documentId: number;
  readonly via: Via;
  readonly bytes: number;
}

/** The key of an entry: what two downloads have in common that are told as one (documents.md, "The log of downloads"). */
export type EntryKey = string;

const QUARTER_MS = 900_000;

const quarterOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_MS);

/** The same viewer or address, document, route and quarter of an hour. */
export const entryKey = ({ documentId, via, customerId, address }: Omit<Download, 'bytes'>, at: Date): EntryKey => {
  const taker = customerId === null ? `a${address ?? ''}` : `c${customerId}`;
  return `${documentId} ${via} ${taker} ${quarterOf(at)}`;
};

export interface EntrySum {
  readonly key: EntryKey;
  readonly count: number;
  readonly bytes: number;
}
