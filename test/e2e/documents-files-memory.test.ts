import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase, type OwnDatabase } from '../bench/database.js';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';
import { measures } from '../support/measured.js';

measures();

const MIB = 1024 * 1024;
/** Of one of those at once; verify's share of it is smaller. */
const SIZE = (process.env['CAMPAIGN_SEED'] === undefined ? 3 : 10) * MIB;
/** Far more than what a server of this size has to spare. */
const LARGE = 200 * MIB;
const AT_ONCE = 50;

const statusOf = (pid: number | undefined): string => `/proc/${pid}/status`;

/** Resident bytes of a process, now and at most so far. */
const residentOf = (pid: number | undefined): { readonly now: number; readonly most: number } => {
  const text = readFileSync(statusOf(pid), 'utf8');
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) * 1024;
  return { now: kib('VmRSS'), most: kib('VmHWM') };
};

/** Text that no other has. */
const content = (seed: number, size = SIZE): Buffer =>
  Buffer.concat([Buffer.from(String(seed)), Buffer.alloc(size - String(seed).length, 'kontor ')]);

describe('large files in a server of its own (documents.md)', () => {
  let database: OwnDatabase;
  let folder: string;
  let server: ServerProcess | undefined;
  let token: string;

  // For each trial: a process tells its peak of all its life.
  beforeEach(async () => {
    database = await ownDatabase('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'kontor-own-documents-'));
    // This process makes hundreds of megabytes between its requests and sees nothing of a connection meanwhile: one that
    // the server has closed for lying idle would take its first bytes and then break (EPIPE).
    const settings = { ...database.settings, STORAGE_URL: `file:${folder}`, FILE_MAX_MB: '200', KEEP_ALIVE_S: '3600' };
    token = (
      await runCommand(settings, 'integration', 'create', '--name', 'files', '--resource', 'Kontor::all')
    ).trim();
    server = await startProcess('src/main', settings);
  }, 900_000);
  afterEach(async () => {
    await server?.kill('SIGTERM');
    await database.drop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${server?.url}/rest/V1/customerdocuments${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const document = async (): Promise<number> => {
    const body = JSON.stringify({ document: { name: 'large' } });
    const response = await call('', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return ((await response.json()) as { readonly id: number }).id;
  };
  const formOf = (bytes: Buffer): FormData => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'large.txt');
    return form;
  };
  const upload = async (id: number, form: FormData): Promise<void> => {
    await (await call(`/${id}/file`, { method: 'PUT', body: form })).json();
  };
  const download = async (id: number): Promise<string> => {
    const hash = createHash('sha256');
    const { body } = await call(`/${id}/file/content`);
    for await (const chunk of body ?? []) hash.update(chunk as Uint8Array);
    return hash.digest('hex');
  };
  const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  const measured = existsSync(statusOf(process.pid));

  it('take no memory of their size, up and down', async () => {
    const id = await document();
    // The first requests load code, fill pools and let the engine compile.
    for (let round = 0; round < 3; round += 1) {
      await upload(id, formOf(content(round)));
      await download(id);
    }
    const before = measured ? residentOf(server?.child.pid) : { now: 0, most: 0 };
    const bytes = content(10, LARGE);
    await upload(id, formOf(bytes));
    expect(await download(id)).toBe(sha(bytes));
    const after = measured ? residentOf(server?.child.pid) : before;
    const growth = after.most - before.most;
    if (process.env['CAMPAIGN_SEED'] !== undefined)
      process.stdout.write(`resident memory grew by at most ${growth} bytes\n`);
    // Garbage that the engine has not looked for yet counts as well.
    expect(growth).toBeLessThan(LARGE / 2);
  }, 900_000);

  it('come in and go out fifty at once without a failure', async () => {
    const contents = Array.from({ length: AT_ONCE }, (_, at) => content(at));
    const forms = contents.map(formOf);
    const ids = await Promise.all(forms.map(() => document()));
    await Promise.all(forms.map((form, at) => upload(ids[at] ?? 0, form)));
    const hashes = await Promise.all(ids.map((id) => download(id)));
    expect(hashes).toEqual(contents.map(sha));
    if (measured && process.env['CAMPAIGN_SEED'] !== undefined)
      process.stdout.write(`${AT_ONCE} at once: ${JSON.stringify(residentOf(server?.child.pid))}\n`);
  }, 900_000);
});
