/** What a transaction is known by before it has its place in the chain. */
export interface Act {
  readonly id: number;
  readonly at: string;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly job: string | null;
  /** How many entries it has. */
  readonly entries: number;
  /** What proves them. */
  readonly digest: string;
  /** What proves the personal values beside it. */
  readonly personalDigest: string | null;
}

/** A place in the chain: numbers have no gaps. */
export interface Link {
  readonly number: number;
  /** The day of the chain, UTC: when it got its number. */
  readonly day: string;
  readonly hash: string;
}

/** How far the chain has come. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
  readonly day: string | null;
}

/** What stands before the first link. */
export const NO_HASH = '0'.repeat(64);

/** The text whose digest proves an act and all that stand before it (audit.md, "The chain"). */
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

/** The links of these acts behind the end of the chain, in their order. A day never goes back. */
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
