import { createHash, randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { type AuditedChange, type ChangedValue, grouped } from '../../kernel/index.js';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Personal values of audit entries, stored outside of the hash chain. They are JSON with a salt, so that they cannot
 * be guessed from their digest after erasure (audit.md, "Personal values").
 */
export class Personal {
  private constructor(
    readonly text: string,
    readonly digest: string,
  ) {}

  static of(values: object): Personal {
    const text = JSON.stringify({ salt: randomBytes(16).toString('hex'), values });
    return new Personal(text, digestOf(text));
  }

  /** Parses the values from their stored text. */
  static valuesOf<T extends object>(text: string): T {
    return (JSON.parse(text) as { readonly values: T }).values;
  }

  /** Whether a stored text matches its digest in the chain. */
  static isGenuine(text: string, digest: string): boolean {
    return digestOf(text) === digest;
  }
}

/** The audit entry of one record, in the order of its JSON array. */
export type EnteredLine = readonly [
  /** Position in the transaction, starting at 1. */
  position: number,
  recordId: number | null,
  recordKey: string | null,
  sourceVersion: number | null,
  cause: string | null,
  changes: Readonly<Record<string, ChangedValue>>,
  /** The digest by which the chain covers the personal values. */
  personalDigest: string | null,
];

/** Entries stored in one row, for one resource and action. */
export interface AuditPart {
  readonly part: number;
  readonly resource: string;
  readonly action: string;
  readonly recordIds: readonly number[];
  readonly entries: number;
  /** The entries as JSON. */
  readonly entered: string;
  /** Personal values by position as JSON, in the form of `Personal`. */
  readonly personal: string | null;
}

/** Largest number of entries per row. */
const ENTRIES_PER_PART = 250;

/** Digest of the entries of one row (audit.md, "The chain"). */
export const digestOfPart = ({
  resource,
  action,
  entered,
}: Pick<AuditPart, 'resource' | 'action' | 'entered'>): string =>
  createHash('sha256').update(`${resource}\n${action}\n`).update(entered).digest('hex');

export const digestOfParts = (parts: readonly { readonly part: number; readonly digest: string }[]): string =>
  createHash('sha256')
    .update(
      parts
        .toSorted((one, other) => one.part - other.part)
        .map(({ part, digest }) => `${part} ${digest}`)
        .join('\n'),
    )
    .digest('hex');

const PACKED = 'deflate:';
/** In characters; compressing shorter texts saves nothing. */
const PACKED_FROM = 1_000;

/** Compresses a long text of entries for storage. */
export const packed = (text: string): string =>
  text.length < PACKED_FROM ? text : PACKED + deflateSync(text, { level: 1 }).toString('base64');

export const unpacked = (stored: string): string =>
  stored.startsWith(PACKED) ? inflateSync(Buffer.from(stored.slice(PACKED.length), 'base64')).toString() : stored;

/** Audit counters of one transaction, shared by all its calls of `write`. */
export class AuditCounters {
  position = 0;
  part = 0;
  /** ID of the transaction's row, if it was written before the end of the transaction. */
  actId: number | undefined;
  /** Whether the current entries belong to an erasure. */
  isErasing = false;
}

/** An erasure is recorded with the affected records, but without values. */
const erased = ({ resource, id, action, changes, cause }: AuditedChange): AuditedChange => ({
  resource,
  id,
  action: action === 'deleted' ? 'erased' : action,
  ...(changes && action !== 'deleted' && { changes }),
  ...(cause === undefined ? {} : { cause }),
});

interface Pending {
  readonly resource: string;
  readonly action: string;
  readonly line: EnteredLine;
  readonly personal: string | undefined;
}

const NO_CHANGES: Readonly<Record<string, ChangedValue>> = {};

/** Audit entries of a transaction, or of a nested call of `write`. */
export class AuditEntries {
  private pending: Pending[] = [];
  private readonly written: { readonly part: number; readonly digest: string }[] = [];
  count = 0;

  constructor(readonly counters: AuditCounters) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Number of entries that are not written yet. */
  get waiting(): number {
    return this.pending.length;
  }

  get digest(): string {
    return digestOfParts(this.written);
  }

  add(audited: AuditedChange): void {
    const change = this.counters.isErasing ? erased(audited) : audited;
    this.counters.position += 1;
    const personal = change.personal && Personal.of(change.personal);
    this.pending.push({
      resource: change.resource,
      action: change.action,
      line: [
        this.counters.position,
        change.id,
        change.key ?? null,
        change.sourceVersion ?? null,
        change.cause ?? null,
        change.changes ?? NO_CHANGES,
        personal?.digest ?? null,
      ],
      personal: personal?.text,
    });
    this.count += 1;
  }

  /** Adds the entries of a nested call of `write`. */
  take(inner: AuditEntries): void {
    for (const entry of inner.pending) this.pending.push(entry);
    this.written.push(...inner.written);
    this.count += inner.count;
  }

  /** Returns the rows for all unwritten entries and counts these as written. */
  parts(): readonly AuditPart[] {
    const groups = grouped(
      this.pending,
      ({ resource, action }) => `${resource}\n${action}`,
      (entry) => entry,
    );
    this.pending = [];
    const made: AuditPart[] = [];
    for (const group of groups.values())
      for (let start = 0; start < group.length; start += ENTRIES_PER_PART)
        made.push(this.partOf(group.slice(start, start + ENTRIES_PER_PART)));
    for (const part of made) this.written.push({ part: part.part, digest: digestOfPart(part) });
    return made;
  }

  private partOf(entries: readonly Pending[]): AuditPart {
    const [{ resource, action } = { resource: '', action: '' }] = entries;
    const personal = entries.flatMap(({ line: [position], personal: text }) =>
      text === undefined ? [] : [[position, text] as const],
    );
    const part = this.counters.part;
    this.counters.part += 1;
    return {
      part,
      resource,
      action,
      recordIds: entries.flatMap(({ line: [, id] }) => id ?? []),
      entries: entries.length,
      entered: JSON.stringify(entries.map(({ line }) => line)),
      personal: personal.length === 0 ? null : JSON.stringify(Object.fromEntries(personal)),
    };
  }
}
