import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { FolderBlobs } from '../../src/customer-documents/adapters/storage/folder-blobs.js';
import { SqlBlobRows } from '../../src/customer-documents/adapters/sql/sql-blob-rows.js';
import { SqlFileRecords } from '../../src/customer-documents/adapters/sql/sql-file-records.js';
import { SweepFiles } from '../../src/customer-documents/application/sweep-files.js';
import { type Client, type Ground, mustHold, RuleBroken, Shop } from './shop.js';

const WRITERS = 6;
const SHARED_CONTENTS = 4;
const LARGEST_BYTES = 600_000;

/** A document as its only writer knows it: hashes of files, undefined for no file. */
interface Known {
  readonly id: number;
  /** The last state confirmed with 200. */
  sha256: string | undefined;
  /** A later request without a response, whose effect is unknown. */
  sent: { readonly sha256: string | undefined; readonly deletes: boolean } | undefined;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const textOf = (size: number): Buffer =>
  Buffer.from(
    randomBytes(Math.ceil(size / 2))
      .toString('hex')
      .slice(0, size),
  );

interface Writer {
  readonly client: Client;
  readonly token: string;
  readonly documents: Known[];
  readonly shared: readonly Buffer[];
  readonly whole: (least: number, most: number) => number;
}

const upload = async ({ client, token }: Writer, known: Known, bytes: Buffer): Promise<void> => {
  known.sent = { sha256: hashOf(bytes), deletes: false };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.txt');
  const response = await fetch(`${client.url}/rest/V1/customerdocuments/${known.id}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const body = (await response.json()) as { readonly sha256?: string };
  mustHold(response.status === 200 && body.sha256 === hashOf(bytes), `an upload: ${response.status}`);
  known.sha256 = hashOf(bytes);
  known.sent = undefined;
};

const remove = async ({ client }: Writer, known: Known): Promise<void> => {
  known.sent = { sha256: undefined, deletes: true };
  const { status } = await client.call('DELETE', `customerdocuments/${known.id}`);
  mustHold(status === 200, `a deletion: ${status}`);
  known.sha256 = undefined;
  known.sent = undefined;
};

const step = async (writer: Writer): Promise<void> => {
  const { client, documents, shared, whole } = writer;
  const round = whole(1, 10);
  const old = documents[whole(0, Math.max(0, documents.length - 1))];
  const bytes = round % 2 === 0 ? shared[whole(0, shared.length - 1)] : textOf(whole(1, LARGEST_BYTES));
  if (old && round <= 4) return upload(writer, old, bytes ?? Buffer.from('x'));
  if (old && round === 5) {
    await remove(writer, old);
    documents.splice(documents.indexOf(old), 1);
    return undefined;
  }
  const { id } = await client.good('POST', 'customerdocuments', { document: { name: 'campaign' } });
  const known: Known = { id, sha256: undefined, sent: undefined };
  documents.push(known);
  return upload(writer, known, bytes ?? Buffer.from('x'));
};

/** Writes until the server has ended. */
const writeOn = async (writer: Writer): Promise<void> => {
  for (;;) {
    try {
      await step(writer);
    } catch (error) {
      if (error instanceof RuleBroken) throw error;
      return;
    }
  }
};

/** Checks the stored file byte for byte: the last confirmed one, or the one in progress. */
const check = async (client: Client, token: string, known: Known): Promise<'there' | 'gone'> => {
  const { id, sha256, sent } = known;
  const response = await fetch(`${client.url}/rest/V1/customerdocuments/${id}/file/content`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  mustHold(response.status === 200 || response.status === 404, `document ${id}: ${response.status}`);
  const found = response.status === 200 ? hashOf(bytes) : undefined;
  if (found !== undefined) mustHold(response.headers.get('etag') === `"${found}"`, `document ${id} has other bytes`);
  const allowed = sent === undefined ? [sha256] : [sha256, sent.sha256];
  mustHold(allowed.includes(found), `document ${id} has ${found}, answered was ${sha256}`);
  known.sha256 = found;
  known.sent = undefined;
  return found === undefined && sent?.deletes === true ? 'gone' : 'there';
};

/** All files in the storage, read from the folder without the code under test. */
const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? [basename(entry.parentPath) === 'incoming' ? `incoming/${entry.name}` : entry.name] : [],
  );

/** Checks that the sweep removes exactly the files without a row. */
const sweepAll = async (persistence: Persistence, folder: string): Promise<number> => {
  const store = new FolderBlobs(folder);
  const { database, transactions } = persistence;
  const records = new SqlFileRecords(database, new SqlBlobRows(database), store);
  const rows = await database.query<{ storage_key: string }>('SELECT storage_key FROM document_blob');
  const used = new Set(rows.map(({ storage_key }) => storage_key));
  const orphans = (await filesIn(folder)).filter((key) => !used.has(key)).sort();
  const { removed } = await new SweepFiles(records, store, transactions, new SystemClock()).sweep(-60_000);
  mustHold(
    JSON.stringify([...removed].sort()) === JSON.stringify(orphans),
    `swept ${removed.join()} of ${orphans.join()}`,
  );
  const left = (await filesIn(folder)).toSorted();
  mustHold(JSON.stringify(left) === JSON.stringify([...used].sort()), 'what is left is what is used');
  return orphans.length;
};

/**
 * Kills a server in any way during uploads. Everything confirmed with 200 is stored completely, and nothing is half
 * stored.
 */
export const uploads = async ({ database, random, rounds }: Ground): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-own-documents-'));
  const settings = { ...database.settings, STORAGE_URL: `file:${folder}` };
  const shop = await Shop.open({ ...database, settings }, 1);
  const persistence = await openDatabase(database.settings['DATABASE_URL'] ?? '');
  try {
    const shared = Array.from({ length: SHARED_CONTENTS }, () => textOf(random.whole(10, LARGEST_BYTES)));
    const owned = Array.from({ length: WRITERS }, (): Known[] => []);
    let [orphans, checked] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const { client, token } = shop;
      const whole = (least: number, most: number): number => random.whole(least, most);
      const writers = Promise.all(owned.map((documents) => writeOn({ client, token, documents, shared, whole })));
      await Promise.race([delay(random.whole(100, 1200)), writers]);
      await shop.end('SIGKILL');
      await writers;
      orphans += await sweepAll(persistence, folder);
      await shop.start();
      for (const documents of owned) {
        for (const known of [...documents]) {
          // Documents that have not changed since are only checked every tenth round.
          if (known.sent === undefined && round % 10 !== 0 && round !== rounds - 1) continue;
          checked += 1;
          if ((await check(shop.client, token, known)) === 'gone') documents.splice(documents.indexOf(known), 1);
        }
      }
    }
    const files = owned.flat().filter(({ sha256 }) => sha256 !== undefined).length;
    return `${rounds} kills; ${files} files are there as answered (${checked} looked at), ${orphans} orphans were swept`;
  } finally {
    await shop.end('SIGKILL');
    await persistence.close();
    rmSync(folder, { recursive: true });
  }
};
