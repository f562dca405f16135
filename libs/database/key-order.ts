import type { Database } from './database.js';
import type { Params } from './sql.js';

/** A table read in the order of two columns that are the start of an index. */
export interface KeyOrder<Row> {
  /** `SELECT … FROM table`, without conditions. */
  readonly select: string;
  readonly index: string;
  readonly first: string;
  readonly second: string;
  keyOf(row: Row): readonly [first: number, second: number];
}

const BATCH = 500;

/** Rows grouped by the pair of column values. */
const byPair = <Row>(rows: readonly Row[], keyOf: KeyOrder<Row>['keyOf']): readonly (readonly Row[])[] => {
  const groups: Row[][] = [];
  let at: readonly [number, number] = [-1, -1];
  for (const row of rows) {
    const key = keyOf(row);
    if (key[0] === at[0] && key[1] === at[1]) groups.at(-1)?.push(row);
    else groups.push([row]);
    at = key;
  }
  return groups;
};

/**
 * All rows in the order of the two columns, in batches of about `size` rows. Rows with the same pair are in the same
 * batch, which may make it larger. Both columns are ids. Each statement continues in the index where the last one
 * ended, so the total cost is proportional to the number of rows.
 */
export async function* inKeyOrder<Row extends object>(
  database: Database,
  { select, index, first, second, keyOf }: KeyOrder<Row>,
  size = BATCH,
): AsyncGenerator<readonly (readonly Row[])[], void> {
  const order = `ORDER BY ${first}, ${second}`;
  const read = (where: string, params: Params) =>
    database.query<Row>(`${select}${database.dialect.byIndex(index)} WHERE ${where}`, params);
  const after = async ([one, other]: readonly [number, number]): Promise<readonly Row[]> => {
    const rest = await read(`${first} = ? AND ${second} > ? ${order} LIMIT ?`, [one, other, size]);
    if (rest.length === size) return rest;
    return [...rest, ...(await read(`${first} > ? ${order} LIMIT ?`, [one, size - rest.length]))];
  };
  let rows = await read(`${first} >= ? ${order} LIMIT ?`, [0, size]);
  for (;;) {
    const groups = byPair(rows, keyOf);
    const last = groups.at(-1)?.[0];
    if (!last) return;
    if (rows.length < size) {
      yield groups;
      return;
    }
    // The last pair may have more rows than were read.
    const [one, other] = keyOf(last);
    const whole = groups.slice(0, -1);
    yield whole.length > 0 ? whole : [await read(`${first} = ? AND ${second} = ?`, [one, other])];
    rows = await after(keyOf(whole.at(-1)?.[0] ?? last));
  }
}
