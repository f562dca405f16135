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

/** All there are in the order of their ids, in batches: `after` answers at most `size` whose ids follow the given one. */
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
