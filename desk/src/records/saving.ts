import { kontor, type Row } from '../api.js';
import type { RecordType } from './spec.js';

export type Values = Readonly<Record<string, unknown>>;

/** A record with its ETag, which detects conflicting writes. */
export interface Tagged {
  readonly row: Row;
  readonly etag: string | null;
}

const taggedOf = ({ body, headers }: { readonly body: unknown; readonly headers: Headers }): Tagged => ({
  row: body as Row,
  etag: headers.get('ETag'),
});

/** The header by which a write proves that it knows the state with this tag. */
export const matching = (etag: string | null): Readonly<Record<string, string>> =>
  etag === null ? {} : { 'If-Match': etag };

export const readRecord = async (type: RecordType, id: number | string): Promise<Tagged> =>
  taggedOf(await kontor.answer('GET', `${type.path}/${id}`));

export const createRecord = async (type: RecordType, values: Values): Promise<Tagged> =>
  taggedOf(await kontor.answer('POST', type.path, { body: { [type.spec.wrapper]: values } }));

/** Sends the changed fields. Fails with status 412 if the record changed since it was read. */
export const changeRecord = async (type: RecordType, { row, etag }: Tagged, changes: Values): Promise<Tagged> =>
  taggedOf(
    await kontor.answer('PUT', `${type.path}/${row.id}`, {
      body: { [type.spec.wrapper]: changes },
      headers: matching(etag),
    }),
  );

export const deleteRecord = async (type: RecordType, { row, etag }: Tagged): Promise<void> => {
  await kontor.ask('DELETE', `${type.path}/${row.id}`, { headers: matching(etag) });
};

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null) ||
  // Decimals are strings: 1 and 1.0 are equal.
  (typeof one !== 'object' && typeof other !== 'object' && String(one ?? '') === String(other ?? ''));

/** The fields of `values` that differ from the record. */
export const changesOf = (row: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, row[name])));

/** A write that can be undone: the previous values, and the ETag after the write. */
export interface Undoable {
  readonly former: Values;
  readonly now: Tagged;
}

export const formerOf = (row: Values, changes: Values): Values =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, row[name] ?? null]));

/** Restores previous values unless the record changed again. Returns the number of restored records. */
export const undo = async (type: RecordType, writes: readonly Undoable[]): Promise<number> => {
  const done = await inTurn(writes, ({ former, now }) => changeRecord(type, now, former));
  return done.filter(({ error }) => error === undefined).length;
};

export interface Outcome<T, R> {
  readonly item: T;
  readonly result?: R;
  readonly error?: Error;
}

const AT_ONCE = 4;

/** Processes many items with limited concurrency. A failure does not stop the others. */
export const inTurn = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly Outcome<T, R>[]> => {
  const outcomes: Outcome<T, R>[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        outcomes[index] = { item, result: await work(item) };
      } catch (error) {
        outcomes[index] = { item, error: error as Error };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
};
