import { Persistence } from '../../../libs/database/index.js';
import type { TestApp } from '../../support/app.js';
import { Normaliser } from '../crawl/normalise.js';

/**
 * Not compared: jobs, keys and the audit trail depend on the interface. Claims contain the time of the database, and
 * the progress of the webhook sender depends on time.
 */
const OF_ONE_SIDE =
  /^(?:job|job_.*|audit_.*|webhook_(?!secret$).*|once_.*|kept_.*|migration.*|sqlite_.*|.*_claim|.*lease.*)$/;
/** Salted, random, or derived from a UUID. */
const RANDOM =
  /(?<="(?:token_version|product)":)\d+|(?<="(?:digests|token_digest)":)"[\w,-]*"|\$argon2[^"]*|\b[0-9a-f]{64}\b|\b[0-9a-f]{32,}\b/g;

type Row = Readonly<Record<string, unknown>>;

const plain = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && (value as Row)['type'] === 'Buffer' ? '<bytes>' : value;

/** All stored rows, one line each, without values that differ between applications. */
export const storedState = async (app: TestApp): Promise<readonly string[]> => {
  const { database } = app.get<Persistence>(Persistence);
  const isSqlite = app.databaseUrl.startsWith('sqlite:');
  const tables = await database.query<{ readonly name: string }>(
    isSqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  const normaliser = new Normaliser();
  const lines: string[] = [];
  for (const { name } of tables.filter((table) => !OF_ONE_SIDE.test(table.name))) {
    const rows = await database.query<Row>(`SELECT * FROM ${isSqlite ? `"${name}"` : `\`${name}\``} ORDER BY 1, 2`);
    for (const row of rows) lines.push(`${name} ${JSON.stringify(row, plain)}`);
  }
  return lines.map((line) => normaliser.text(line).replace(RANDOM, '<random>'));
};

const NOT_THERE = '—';

/** The lines in which two states differ. */
export const stateDifferences = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const [only, alone] = [new Set(one), new Set(other)];
  const missing = one.filter((line) => !alone.has(line));
  const added = other.filter((line) => !only.has(line));
  return Array.from(
    { length: Math.max(missing.length, added.length) },
    (_, at) => `stored after REST ${missing[at] ?? NOT_THERE}\notherwise ${added[at] ?? NOT_THERE}`,
  );
};
