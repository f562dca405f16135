export interface Listed {
  readonly id: number;
  readonly externalId: string | null;
}

/** The steps from the stored list to the requested one: remove rows, then change rows one by one, then add rows. */
export interface ListDifference<R> {
  readonly removed: readonly R[];
  /** The final list in the requested order. Rows without an ID are new. */
  readonly next: readonly Partial<R>[];
}

type Name = string | number | null | undefined;
type NameOf<R> = (row: Partial<R>) => Name;

const isName = (name: Name): name is string | number => name !== undefined && name !== null;

/** Pairs each requested row with a stored row by the first of its keys that matches. Each stored row is used once. */
const paired = <R extends Listed>(
  stored: readonly R[],
  wanted: readonly Partial<R>[],
  names: readonly NameOf<R>[],
): Map<number, R> => {
  const pairs = new Map<number, R>();
  const free = new Set(stored);
  for (const nameOf of names) {
    const byName = new Map([...free].map((row) => [nameOf(row), row]));
    for (const [index, row] of wanted.entries()) {
      const name = nameOf(row);
      const found = pairs.has(index) || !isName(name) ? undefined : byName.get(name);
      if (found && free.delete(found)) pairs.set(index, found);
    }
  }
  return pairs;
};

/**
 * Breaks up pairs whose row would take a key that another kept row still has, because two rows cannot exchange the
 * values of a unique key. Such a row is removed and added again.
 */
const withoutClashes = <R extends Listed>(
  pairs: ReadonlyMap<number, R>,
  wanted: readonly Partial<R>[],
  names: readonly NameOf<R>[],
): ReadonlyMap<number, R> => {
  const kept = new Map(pairs);
  for (const nameOf of names) {
    const owners = new Map([...kept.values()].map((row) => [nameOf(row), row]));
    for (const [index, row] of [...kept]) {
      const name = nameOf({ ...row, ...wanted[index] });
      const owner = isName(name) ? owners.get(name) : undefined;
      if (!owner || owner === row) continue;
      kept.delete(index);
      owners.delete(nameOf(row));
    }
  }
  return kept;
};

/**
 * The difference between stored and requested rows. Rows are matched by ID, then external_id, then unique key (`keyOf`
 * returns it as text). Fields missing from a matched row keep their values.
 */
export const listDifference = <R extends Listed>(
  stored: readonly R[],
  wanted: readonly Partial<R>[],
  keyOf: (row: Partial<R>) => string | undefined,
): ListDifference<R> => {
  const names: readonly NameOf<R>[] = [({ externalId }) => externalId, keyOf];
  const pairs = paired(stored, wanted, [({ id }) => id, ...names]);
  const kept = withoutClashes(pairs, wanted, names);
  const stays = new Set(kept.values());
  return {
    removed: stored.filter((row) => !stays.has(row)),
    next: wanted.map((row, index) => ({ ...pairs.get(index), ...row, id: kept.get(index)?.id })),
  };
};
