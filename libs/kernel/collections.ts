/** An element that stores its own position in its list. */
export interface Listed {
  /** -1 while the element is in no list. Only the list sets it. */
  position: number;
}

/**
 * A collection without order, for thousands of additions and removals per second. With a `Set`, V8 regularly recreates
 * its table, and old tables keep removed entries alive: every request would stay in memory until the next full garbage
 * collection.
 */
export class UnorderedList<T extends Listed> implements Iterable<T> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    item.position = this.items.length;
    this.items.push(item);
  }

  delete(item: T): boolean {
    if (this.items[item.position] !== item) return false;
    const last = this.items.pop() as T;
    if (last !== item) {
      this.items[item.position] = last;
      last.position = item.position;
    }
    item.position = -1;
    return true;
  }

  filter(test: (item: T) => boolean): readonly T[] {
    return this.items.filter(test);
  }

  /** Iterates over the current elements. They may be removed during the iteration. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.items].values();
  }
}

/** Groups values by key, in their original order. */
export const grouped = <Row, K, V = Row>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => K,
  valueOf: (row: Row) => V = (row) => row as unknown as V,
): ReadonlyMap<K, readonly V[]> => {
  const groups = new Map<K, V[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(valueOf(row));
    else groups.set(key, [valueOf(row)]);
  }
  return groups;
};

/** Iterates over all rows by id, in batches. `after` returns at most `size` rows with ids above the given one. */
export async function* inIdOrder<Row extends { readonly id: number }>(
  size: number,
  after: (id: number, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let last = 0; ;) {
    const rows = await after(last, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)?.id ?? last;
  }
}
