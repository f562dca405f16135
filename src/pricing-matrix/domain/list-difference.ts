/** A row of a list that a record owns. */
export interface Listed {
  readonly id: number;
  readonly externalId: string | null;
}

/** How a stored list becomes the wanted one: rows are removed first, then changed one by one, then added. */
export interface ListDifference<R> {
  readonly removed: readonly R[];
  /** The list as it will be, in the order wanted; a row without an id is to be added. */
  readonly next: readonly Partial<R>[];
}

type Name = string | number | null | undefined;
type NameOf<R> = (row: Partial<R>) => Name;

const isName = (name: Name): name is string | number => name !== undefined && name !== null;

/** Which stored row each wanted one means: by the first of its names that one has; each row once. */
const paired = <R extends Listed>(
  stored: readonly R[],
  wanted: readonly Partial<R>[],
  names: readonly NameOf<R>[],
): Map<number, R> => {
  const pairs = new Map<number, R>();
  const free = new Set(stored);
  for (const nameOf of names) {
    const byName = new Map([...free].map((row) => [nameOf(row), row]));
    for (const [place, row] of wanted.entries()) {
      const name = nameOf(row);
      const found = pairs.has(place) || !isName(name) ? undefined : byName.get(name);
      if (found && free.delete(found)) pairs.set(place, found);
    }
  }
  return pairs;
};

/**
 * Takes out of the pairs each row that would get a name another kept row still has: no unique key lets two rows change
 * names at once. It is removed, and its wanted form added.
 */
const withoutClashes = <R extends Listed>(
  pairs: ReadonlyMap<number, R>,
  wanted: readonly Partial<R>[],
  names: readonly NameOf<R>[],
): ReadonlyMap<number, R> => {
  const kept = new Map(pairs);
  for (const nameOf of names) {
    const owners = new Map([...kept.values()].map((row) => [nameOf(row), row]));
    for (const [place, row] of [...kept]) {
      const name = nameOf({ ...row, ...wanted[place] });
      const owner = isName(name) ? owners.get(name) : undefined;
      if (!owner || owner === row) continue;
      kept.delete(place);
      owners.delete(nameOf(row));
    }
  }
  return kept;
};

/**
 * The difference between the stored rows of a list and the wanted ones, which are found by id, else by external_id, else
 * by `keyOf`, their unique key as a text. Fields left out of a wanted row that is found stay.
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
    next: wanted.map((row, place) => ({ ...pairs.get(place), ...row, id: kept.get(place)?.id })),
  };
};
