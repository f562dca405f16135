import type { Transactions } from '../../../../libs/kernel/index.js';
import type { Database } from '../../../../libs/database/index.js';
import type { JobFiles } from '../../../../libs/operations/index.js';

/** Bytes per row, before base64. */
const PORTION = 384 * 1024;

/** Splits bytes into chunks of the size of a row. */
async function* portions(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.byteLength;
    if (size < PORTION) continue;
    const whole = Buffer.concat(held);
    for (let at = 0; at + PORTION <= whole.length; at += PORTION) yield whole.subarray(at, at + PORTION);
    held = [whole.subarray(whole.length - (whole.length % PORTION))];
    size = held[0]?.length ?? 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Uses plain SQL to read and write chunks, so that no file is ever completely in memory. */
export class SqlJobFiles implements JobFiles {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly jobId: number,
  ) {}

  async names(): Promise<readonly string[]> {
    const rows = await this.database.query<{ name: string }>(
      'SELECT DISTINCT name FROM job_file WHERE job_id = ? ORDER BY name',
      [this.jobId],
    );
    return rows.map(({ name }) => name);
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index += 1) {
      const row = await this.database.queryOne<{ bytes: string }>(
        'SELECT bytes FROM job_file WHERE job_id = ? AND name = ? AND place = ?',
        [this.jobId, name, index],
      );
      if (!row) return;
      yield Buffer.from(row.bytes, 'base64');
    }
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await this.stored('DELETE FROM job_file WHERE job_id = ? AND name = ?', [this.jobId, name]);
    let index = 0;
    for await (const portion of portions(bytes)) {
      await this.stored('INSERT INTO job_file (job_id, name, place, bytes) VALUES (?, ?, ?, ?)', [
        this.jobId,
        name,
        index,
        portion.toString('base64'),
      ]);
      index += 1;
    }
    // An empty file has one empty row, so that it exists.
    if (index === 0)
      await this.stored('INSERT INTO job_file (job_id, name, place, bytes) VALUES (?, ?, 0, ?)', [
        this.jobId,
        name,
        '',
      ]);
  }

  private stored(sql: string, params: readonly (string | number)[]): Promise<unknown> {
    return this.transactions.write(() => this.database.run(sql, params));
  }
}
