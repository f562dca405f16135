import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase, type OwnDatabase } from '../bench/database.js';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';

/** A separate server with documents in a folder, and helpers to upload and download files. */
export class FileServer {
  private constructor(
    readonly folder: string,
    private readonly database: OwnDatabase,
    private readonly server: ServerProcess,
    private readonly token: string,
  ) {}

  static async start(): Promise<FileServer> {
    const database = await ownDatabase('sqlite');
    const folder = mkdtempSync(join(tmpdir(), 'kontor-own-documents-'));
    // The test creates hundreds of megabytes between requests and does not notice meanwhile if the server closes an
    // idle connection. Such a connection would accept the first bytes and then fail (EPIPE).
    const settings = { ...database.settings, STORAGE_URL: `file:${folder}`, FILE_MAX_MB: '200', KEEP_ALIVE_S: '3600' };
    const token = await runCommand(settings, 'integration', 'create', '--name', 'files', '--resource', 'Kontor::all');
    return new FileServer(folder, database, await startProcess('src/main', settings), token.trim());
  }

  get pid(): number | undefined {
    return this.server.child.pid;
  }

  async close(): Promise<void> {
    await this.server.kill('SIGTERM');
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }

  async document(): Promise<number> {
    const body = JSON.stringify({ document: { name: 'large' } });
    const response = await this.call('', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return ((await response.json()) as { readonly id: number }).id;
  }

  async upload(id: number, form: FormData): Promise<void> {
    await (await this.call(`/${id}/file`, { method: 'PUT', body: form })).json();
  }

  download(id: number): Promise<Response> {
    return this.call(`/${id}/file/content`);
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.server.url}/rest/V1/customerdocuments${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.token}`, ...init.headers },
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}

/** A text of this size that is unique for its seed. */
export const textOfSize = (seed: number, size: number): Buffer =>
  Buffer.concat([Buffer.from(String(seed)), Buffer.alloc(size - String(seed).length, 'kontor ')]);

export const formOf = (bytes: Buffer): FormData => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'large.txt');
  return form;
};
