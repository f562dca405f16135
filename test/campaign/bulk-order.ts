import type { Random } from './random.js';
import { ABSENT, FIRST_MADE_ID, GIVEN_IDS, type Row, type Subject, subjectsOf } from './bulk-subjects.js';
import { type Client, type Ground, mustHold, Shop, stocked } from './shop.js';

/** The outcomes of the rows, and the stored records afterwards. */
interface World {
  readonly statuses: readonly string[];
  readonly stored: readonly Row[];
}

/** Compares as text, because responses list their keys in a fixed order. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const randomRow = (random: Random, { fields, bad }: Subject): Row => {
  const said = Object.entries(fields).map(([name, values]) => [
    name,
    random.whole(0, 9) === 0 ? ABSENT : random.pick(values),
  ]);
  const wrong = Object.entries(bad).filter(() => random.whole(0, 39) === 0);
  return Object.fromEntries([...said, ...wrong].filter(([, value]) => value !== ABSENT)) as Row;
};

/** All records, including those of a new database, without fields that no caller has set. */
const records = async (client: Client, { path }: Subject): Promise<readonly Row[]> => {
  const { items } = await client.good(
    'GET',
    `${path}/search?searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC`,
  );
  return items as readonly Row[];
};

const comparable = ({ created_at: _c, updated_at: _u, id, ...rest }: Row): Row =>
  GIVEN_IDS.includes(Number(id)) ? { ...rest, id } : rest;

const normal = (field: string, value: unknown): unknown => {
  if (field === 'email' && typeof value === 'string') return value.toLowerCase();
  return field === 'qty' && value !== null ? Number(value) : (value ?? null);
};

/** The record that a row refers to, found as documented: by id, external_id, or a unique key. */
const meant = (all: readonly Row[], row: Row, { keys, defaults }: Subject): Row | undefined => {
  if (row['id'] !== undefined) return all.find(({ id }) => id === row['id']);
  for (const key of keys) {
    const wanted = key.map((name) => normal(name, row[name] ?? defaults[name]));
    if (key.some((name, at) => wanted[at] === null && !Object.hasOwn(defaults, name))) continue;
    const found = all.find((record) => key.every((name, at) => normal(name, record[name]) === wanted[at]));
    if (found) return found;
  }
  return undefined;
};

/** The last `source_version` in a call, by the ID of the record. */
type Sent = Map<unknown, unknown>;

const isHigher = (version: unknown, than: unknown): boolean =>
  typeof version === 'number' && typeof than === 'number' && version > than;

/** Whether a bulk call refuses the row for this record, although a PUT with the record's ID would be possible. */
const isRefused = (row: Row, record: Row, sent: Sent): boolean => {
  const [own, other] = [record['external_id'] ?? null, row['external_id'] ?? null];
  const isOfAnother = row['id'] === undefined && own !== null && other !== null && own !== other;
  return isOfAnother || (sent.has(record['id']) && !isHigher(row['source_version'], sent.get(record['id'])));
};

const sendOne = async (client: Client, row: Row, subject: Subject, sent: Sent): Promise<string> => {
  const before = meant(await records(client, subject), row, subject);
  if (before && isRefused(row, before, sent)) return 'failed';
  const [verb, path] = before
    ? (['PUT', `${subject.path}/${String(before['id'])}`] as const)
    : (['POST', subject.path] as const);
  const { status, body } = await client.call(verb, path, { [subject.wrapper]: row });
  if (status !== 200) {
    mustHold(status === 400, `${verb} ${path}: ${status} ${JSON.stringify(body)}`);
    return 'failed';
  }
  sent.set((body as Row)['id'], row['source_version']);
  if (!before) return 'created';
  if (isHigher(before['source_version'], row['source_version'])) return 'outdated';
  return same(before, body) ? 'unchanged' : 'updated';
};

const restored = async (client: Client, subject: Subject): Promise<void> => {
  await subject.restore?.(client);
  const own = (await records(client, subject)).filter(({ id }) => Number(id) > subject.kept);
  if (own.length === 0) return;
  const filter = `searchCriteria[filterGroups][0][filters][0][field]=id&searchCriteria[filterGroups][0][filters][0][conditionType]=gt&searchCriteria[filterGroups][0][filters][0][value]=${subject.kept}`;
  const { deleted } = await client.good('DELETE', `${subject.path}/bulk?${filter}&confirm=${own.length}`);
  mustHold(deleted === own.length, `${deleted} of ${own.length} are deleted`);
};

const oneByOne = async (client: Client, rows: readonly Row[], subject: Subject): Promise<World> => {
  const statuses: string[] = [];
  const sent: Sent = new Map();
  for (const row of rows) statuses.push(await sendOne(client, row, subject, sent));
  return { statuses, stored: (await records(client, subject)).map(comparable) };
};

const atOnce = async (client: Client, rows: readonly Row[], subject: Subject): Promise<World> => {
  const { items } = await client.good('POST', `${subject.path}/bulk`, { records: rows });
  const current = (items as readonly { readonly status: string }[]).map(({ status }) => status);
  return { statuses: current, stored: (await records(client, subject)).map(comparable) };
};

const mustBeAlike = (rows: readonly Row[], bulk: World, single: World): void => {
  const story = () => JSON.stringify({ rows, bulk, single }, null, 1);
  mustHold(same(bulk.statuses, single.statuses), `other outcomes: ${story()}`);
  mustHold(same(bulk.stored, single.stored), `another state: ${story()}`);
};

/** Checks all-or-nothing: if every row is valid, it stores the same as the rows sent one by one, else nothing. */
const mustBeWhole = async (client: Client, rows: readonly Row[], subject: Subject, single: World): Promise<void> => {
  const before = (await records(client, subject)).map(comparable);
  const { status, body } = await client.call('POST', `${subject.path}/bulk?mode=all_or_nothing`, { records: rows });
  const isGood = !single.statuses.includes('failed');
  mustHold(status === (isGood ? 200 : 400), `all or nothing: ${status} ${JSON.stringify({ body, rows, single })}`);
  const after = (await records(client, subject)).map(comparable);
  mustHold(same(after, isGood ? single.stored : before), `all or nothing: ${JSON.stringify(rows)}`);
};

/**
 * Rows of a call take effect in order: the stored records and the outcomes are the same as for single calls one after
 * the other. Only rows that name a record again, or whose key belongs to a record with another `external_id`, fail.
 */
export const bulkOrder = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, 1);
  try {
    const { client } = shop;
    const subjects = subjectsOf(await stocked(client, 2));
    for (const { path, wrapper, ids } of subjects.filter((subject) => subject.ids === 'given')) {
      const first = { id: FIRST_MADE_ID, code: 'first', name: 'first', base_currency: 'USD', timezone: 'UTC' };
      const named =
        wrapper === 'customer'
          ? { id: FIRST_MADE_ID }
          : wrapper === 'category'
            ? { id: FIRST_MADE_ID, name: ids }
            : first;
      await client.good('POST', path, { [wrapper]: named });
      await client.good('DELETE', `${path}/${FIRST_MADE_ID}`);
    }
    let sent = 0;
    for (let round = 0; round < rounds; round += 1) {
      const subject = subjects[round % subjects.length] ?? random.pick(subjects);
      const rows = Array.from({ length: random.whole(2, 14) }, () => randomRow(random, subject));
      await restored(client, subject);
      const bulk = await atOnce(client, rows, subject);
      await restored(client, subject);
      const single = await oneByOne(client, rows, subject);
      mustBeAlike(rows, bulk, single);
      await restored(client, subject);
      await mustBeWhole(client, rows, subject, single);
      await restored(client, subject);
      sent += rows.length;
    }
    return `${rounds} calls of ${sent} rows in all did what the rows do one by one`;
  } finally {
    await shop.end('SIGKILL');
  }
};
