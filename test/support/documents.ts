import { randomUUID } from 'node:crypto';
import type { Answer, TestApp } from './app.js';

type Values = Readonly<Record<string, unknown>>;

/** Documents and their files over HTTP, as an administrator with all rights. */
export class Documents {
  private made = 0;

  constructor(readonly app: TestApp) {}

  /** Creates a document and returns its ID. */
  async document(fields: Values = {}): Promise<number> {
    this.made += 1;
    const document = { name: `Document ${this.made}`, ...fields };
    return (await this.app.good('POST', '/rest/V1/customerdocuments', { document })).id;
  }

  /** Sends a file as JSON and returns any response. */
  async putJson(id: number, name: string, data: Buffer | string, fields: Values = {}): Promise<Answer> {
    const base64_encoded_data = typeof data === 'string' ? data : data.toString('base64');
    return this.put(id, JSON.stringify({ documentFile: { name, base64_encoded_data, ...fields } }));
  }

  /** Sends an unmodified body to the file route. */
  async put(id: number, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.app.call('PUT', `/rest/V1/customerdocuments/${id}/file`, body, await this.app.adminToken(), headers);
  }

  async putForm(id: number, name: string, data: Buffer, field = 'file'): Promise<Answer> {
    const boundary = randomUUID();
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return this.putBytes(id, body, `multipart/form-data; boundary=${boundary}`);
  }

  async putBytes(id: number, body: Buffer, type: string): Promise<Answer> {
    const response = await fetch(`${this.app.url}/rest/V1/customerdocuments/${id}/file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await this.app.adminToken()}`, 'content-type': type },
      body: new Uint8Array(body),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), text, headers: response.headers };
  }

  async get(id: number, query = ''): Promise<Answer> {
    return this.app.call(
      'GET',
      `/rest/V1/customerdocuments/${id}/file${query}`,
      undefined,
      await this.app.adminToken(),
    );
  }

  /** Downloads the bytes, with additional headers. */
  async content(id: number, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${this.app.url}/rest/V1/customerdocuments/${id}/file/content`, {
      method,
      headers: { authorization: `Bearer ${await this.app.adminToken()}`, ...headers },
    });
  }
}
