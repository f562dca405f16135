import type { Database } from './database.js';
import type { Params } from './sql.js';

/** A table that is read in the order of two columns with which an index starts. */
export interface KeyOrder<Row> {
  /** `SELECT … FROM table`, without conditions. */
  readonly select: string;
  readonly index: string;
  readonly first: string;
  readonly second: string;
  keyOf(row: Row): readonly [first: number, second: number];
}

const BATCH = 500;

/** Rows grouped by pair. */
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
 * All rows in the order of the two columns, those of each pair together, in batches of about `size` rows: more only where
 * a single pair has more. Both columns are ids. Each statement walks the index from where the last one ended, so the whole
 * costs what its rows cost, however many there are.
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
    // The last pair may have more rows than these.
    const [one, other] = keyOf(last);
    const whole = groups.slice(0, -1);
    yield whole.length > 0 ? whole : [await read(`${first} = ? AND ${second} = ?`, [one, other])];
    rows = await after(keyOf(whole.at(-1)?.[0] ?? last));
  }
}
