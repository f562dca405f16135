/** The data of a transaction before it is chained. */
export interface Act {
  readonly id: number;
  readonly at: string;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly job: string | null;
  readonly entries: number;
  /** Digest of the entries. */
  readonly digest: string;
  /** Digest of the personal values, which are stored outside of the chain. */
  readonly personalDigest: string | null;
}

/** A position in the chain; numbers have no gaps. */
export interface Link {
  readonly number: number;
  /** The UTC day on which it was numbered. */
  readonly day: string;
  readonly hash: string;
}

export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
  readonly day: string | null;
}

/** The hash before the first link. */
export const NO_HASH = '0'.repeat(64);

/** The text whose digest proves an entry and all entries before it (audit.md, "The chain"). */
export const textOfAct = (previous: string, number: number, day: string, act: Act): string =>
  JSON.stringify([
    previous,
    number,
    day,
    act.id,
    act.at,
    act.caller,
    act.interface,
    act.operation,
    act.requestId,
    act.traceId,
    act.job,
    act.entries,
    act.digest,
    act.personalDigest,
  ]);

/** Links these entries to the end of the chain, in order. The day never decreases. */
export const linked = (
  end: ChainEnd,
  acts: readonly Act[],
  today: string,
  digest: (text: string) => string,
): readonly (Link & { readonly id: number })[] => {
  const day = end.day !== null && end.day > today ? end.day : today;
  let { number, hash } = end;
  return acts.map((act) => {
    number += 1;
    hash = digest(textOfAct(hash, number, day, act));
    return { id: act.id, number, day, hash };
  });
};

const QUARTER_MS = 900_000;

/** The start of the quarter of an hour by the clock, such as `2026-11-25T20:15`. */
export const quarterOf = (at: Date): string =>
  new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString().slice(0, 16);
