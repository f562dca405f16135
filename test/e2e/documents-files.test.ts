import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Documents } from '../support/documents.js';
import { send } from '../support/send.js';
import { BlobStore } from '../../src/customer-documents/ports/blob-store.js';
import { Database } from '../../libs/database/index.js';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const textOf = (size: number, seed = ''): Buffer =>
  Buffer.concat([
    Buffer.from(seed),
    Buffer.from(
      randomBytes(size)
        .toString('hex')
        .slice(0, size - seed.length),
    ),
  ]);

describeOnDatabases('files of documents', (kind) => {
  let app: TestApp;
  let documents: Documents;

  beforeAll(async () => {
    app = await startApp({ database: kind });
    documents = new Documents(app);
  });
  afterAll(() => app.close());

  const kept = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of app.get<BlobStore>(BlobStore).list()) keys.push(key);
    return keys.sort();
  };
  const rows = async (): Promise<readonly string[]> =>
    (await app.get<Database>(Database).query<{ storage_key: string }>('SELECT storage_key FROM document_blob'))
      .map(({ storage_key }) => storage_key)
      .sort();
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const withFile = async (name: string, bytes: Buffer): Promise<number> => {
    const id = await documents.document();
    const answer = await documents.putForm(id, name, bytes);
    if (answer.status !== 200) throw new Error(answer.text);
    return id;
  };

  describe('as JSON (documents-files.md)', () => {
    it('are returned as sent, and the response can be sent back', async () => {
      for (const bytes of [Buffer.from('a'), Buffer.from('ab'), textOf(3000), textOf(200_001)]) {
        const id = await documents.document();
        await documents.putJson(id, 'a.txt', bytes);
        const { body } = await documents.get(id);
        expect(body).toEqual({
          document_id: id,
          name: 'a.txt',
          mime_type: 'text/plain',
          size: bytes.length,
          sha256: sha(bytes),
          base64_encoded_data: bytes.toString('base64'),
        });
        expect((await documents.put(id, JSON.stringify({ documentFile: body }))).status).toBe(200);
        expect((await documents.get(id)).body).toEqual(body);
      }
    });

    it('are filtered by fields=', async () => {
      const id = await withFile('a.txt', Buffer.from('abcd'));
      expect((await documents.get(id, '?fields=name,size')).body).toEqual({ name: 'a.txt', size: 4 });
      expect((await documents.get(id, '?fields=base64_encoded_data')).body).toEqual({
        base64_encoded_data: 'YWJjZA==',
      });
      expect((await documents.get(id, '?fields=nothing')).body).toEqual([]);
    });

    it('are accepted as file_data too, in both spellings, with escapes and keys in any order', async () => {
      const id = await documents.document();
      const bytes = Buffer.concat([Buffer.from('?>?>'), textOf(5000)]);
      const data = bytes.toString('base64');
      const escaped = data.replace(/\//g, '\\/');
      for (const body of [
        JSON.stringify({ documentFile: { name: 'a.txt', file_data: data } }),
        JSON.stringify({ document_file: { base64EncodedData: data, name: 'a.txt' } }),
        `{"documentFile":{"base64_encoded_data":"${escaped}","name":"a\\u002etxt"}}`,
      ]) {
        const answer = await documents.put(id, body);
        expect([answer.status, answer.body.sha256]).toEqual([200, sha(bytes)]);
      }
    });

    it.each([
      ['without wrapper', { name: 'a.txt', base64_encoded_data: 'YQ==' }],
      ['with another wrapper', { document: { name: 'a.txt', base64_encoded_data: 'YQ==' } }],
      ['with a second key', { documentFile: { name: 'a.txt', base64_encoded_data: 'YQ==' }, more: 1 }],
      ['with an unknown field', { documentFile: { name: 'a.txt', base64_encoded_data: 'YQ==', path: '/' } }],
      [
        'with both names of the data',
        { documentFile: { name: 'a.txt', base64_encoded_data: 'YQ==', file_data: 'Yg==' } },
      ],
      ['without name', { documentFile: { base64_encoded_data: 'YQ==' } }],
      ['without data', { documentFile: { name: 'a.txt' } }],
      ['with data that is not a string', { documentFile: { name: 'a.txt', base64_encoded_data: ['YQ=='] } }],
      ['with a list', { documentFile: [] }],
      [
        'with the long text in another field',
        { documentFile: { name: 'a.txt', mime_type: 'A'.repeat(4000), base64_encoded_data: 'YQ==' } },
      ],
      ['with a long name', { documentFile: { name: `${'A'.repeat(3000)}.txt`, base64_encoded_data: 'YQ==' } }],
    ])('return 400 for a body %s', async (_, body) => {
      const id = await documents.document();
      const answer = await documents.put(id, JSON.stringify(body));
      expect([answer.status, typeof answer.body.message]).toEqual([400, 'string']);
      expect((await documents.get(id)).status).toBe(404);
    });

    it('return 400 for invalid JSON and for another or no content type', async () => {
      const id = await documents.document();
      expect((await documents.put(id, '')).body).toEqual({
        message: '"%fieldName" is required. Enter and try again.',
        parameters: { fieldName: 'documentFile' },
      });
      for (const body of ['{', `{"documentFile":{"name":"a.txt","base64_encoded_data":"${'A'.repeat(3000)}`])
        expect((await documents.put(id, body)).body).toEqual({ message: 'Decoding error.' });
      expect((await documents.putBytes(id, Buffer.from('x'), 'text/plain')).body.message).toContain('text/plain');
      const path = `/rest/V1/customerdocuments/${id}/file`;
      const none = await send(app.url, { method: 'PUT', path, token: await app.adminToken(), body: 'x' });
      expect([none.status, none.json.message]).toEqual([400, 'Content-Type header is empty.']);
    });
  });

  describe('as a form', () => {
    const form = (...parts: readonly string[]): Buffer =>
      Buffer.from(`${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}`).join('\r\n')}\r\n--x--\r\n`);
    const FILE = 'name="file"; filename="a.txt"\r\n\r\nhello';

    it.each([
      ['without a file', form('name="other"\r\n\r\nhello')],
      ['without parts', Buffer.from('--x--\r\n')],
      ['under another name', form('name="upload"; filename="a.txt"\r\n\r\nhello')],
      ['with two files', form(FILE, FILE)],
      ['with a further field', form(FILE, 'name="more"\r\n\r\n1')],
      ['with a field before', form('name="more"\r\n\r\n1', FILE)],
      ['with a part without a name', form(FILE, 'filename="b.txt"\r\n\r\nhello')],
      ['with a field without a name', form('x="y"\r\n\r\nhello')],
      ['with a file part without a file name', form('name="file"\r\n\r\nhello')],
      ['that ends too early', form(FILE).subarray(0, -8)],
      ['that is not a form', Buffer.from('hello')],
      ['whose file name is not UTF-8', Buffer.from(form(FILE.replace('a.txt', 'ÿ.txt')).toString(), 'latin1')],
    ])('return 400 for a form %s and keep the old file', async (_, body) => {
      const id = await withFile('old.txt', Buffer.from('old'));
      const answer = await documents.putBytes(id, body, 'multipart/form-data; boundary=x');
      expect([answer.status, typeof answer.body.message]).toEqual([400, 'string']);
      // Every placeholder of the message has a parameter.
      for (const [, name = ''] of String(answer.body.message).matchAll(/%(\w+)/g))
        expect(answer.body.parameters).toHaveProperty(name);
      expect((await documents.get(id)).body.name).toBe('old.txt');
    });

    it.each([
      [
        'both forms of .NET',
        'name="file"; filename="=?utf-8?B?TsOkbWUudHh0?="; filename*=utf-8\'\'N%C3%A4me.txt',
        'Näme.txt',
      ],
      ['the extended form first', 'filename*=UTF-8\'\'%E8%AA%9E.txt; filename="x.txt"; name="file"', '語.txt'],
      ['the extended form without quotes', "name=file; filename=x.txt; filename*=utf-8''y.txt", 'y.txt'],
      ['an encoded word', 'name="file"; filename="=?utf-8?B?TsOkbWUudHh0?="', 'Näme.txt'],
      ['the escaped quotes of browsers', 'name="file"; filename="a%22b%25.txt"', 'a"b%25.txt'],
    ])('accept the file name of every client: %s', async (_, disposition, name) => {
      const id = await withFile('old.txt', Buffer.from('old'));
      const body = form(`${disposition}\r\n\r\nhello`);
      expect((await documents.putBytes(id, body, 'multipart/form-data; boundary=x')).status).toBe(200);
      expect((await documents.get(id)).body.name).toBe(name);
    });

    it('return 413 if too much data comes before the file', async () => {
      const id = await withFile('old.txt', Buffer.from('old'));
      async function* pieces() {
        for (let count = 0; count < 180; count += 1) yield Buffer.alloc(65_536, 'nobody reads this ');
        yield Buffer.concat([Buffer.from('\r\n'), form(FILE)]);
      }
      // Sent without Content-Length, which would be rejected at once.
      const response = await fetch(`${app.url}/rest/V1/customerdocuments/${id}/file`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${await app.adminToken()}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        body: ReadableStream.from(pieces()) as never,
        duplex: 'half',
      });
      expect(response.status).toBe(413);
      expect((await documents.get(id)).body.name).toBe('old.txt');
    });

    it('keep the connection usable after success or error, even with data after the form', async () => {
      const id = await documents.document();
      const token = await app.adminToken();
      const chunk = (bytes: Buffer): Buffer =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
      const request = (to: number, token_: string): Buffer =>
        Buffer.concat([
          Buffer.from(
            `PUT /rest/V1/customerdocuments/${to}/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token_}\r\n` +
              'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n',
          ),
          chunk(form(FILE)),
          chunk(Buffer.alloc(500_000, 'x')),
          Buffer.from('0\r\n\r\n'),
        ]);
      const answers = await new Promise<string>((resolve, reject) => {
        const socket = connect(app.server.port, '127.0.0.1');
        let received = '';
        socket.on('error', reject).on('close', () => resolve(received));
        socket.on('data', (bytes) => (received += bytes.toString()));
        for (const [to, by] of [
          [id, token],
          [99_999, token],
          [id, 'no-token'],
        ] as const)
          socket.write(request(to, by));
        socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      });
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 404, 401, 200].map((status) => `HTTP/1.1 ${status}`));
    });

    it('return 400 without a boundary', async () => {
      const id = await documents.document();
      expect((await documents.putBytes(id, form(FILE), 'multipart/form-data')).status).toBe(400);
    });

    it('leave nothing behind when the client disconnects', async () => {
      const id = await withFile('old.txt', Buffer.from('old'));
      const before = await kept();
      const token = await app.adminToken();
      await new Promise<void>((resolve) => {
        const socket = connect(app.server.port, '127.0.0.1', () => {
          socket.write(
            `PUT /rest/V1/customerdocuments/${id}/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
              `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\n` +
              `Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(300_000)}`,
            () => socket.destroy(),
          );
        });
        socket.on('close', () => resolve());
      });
      await app.logs.until(({ path, aborted }) => aborted === true && path === `/rest/V1/customerdocuments/${id}/file`);
      expect((await documents.get(id)).body.name).toBe('old.txt');
      for (let tries = 0; tries < 1000 && (await kept()).length > before.length; tries += 1);
      expect(await kept()).toEqual(before);
    });
  });

  describe('as bytes (documents.md)', () => {
    let id: number;
    const bytes = textOf(100_000, 'first');

    beforeAll(async () => {
      id = await documents.document();
      expect((await documents.putJson(id, 'Übersicht "2026" – 語.txt', bytes)).status).toBe(200);
    });

    it('have headers for name, type, size and hash', async () => {
      const response = await documents.content(id);
      expect((await bytesOf(response)).equals(bytes)).toBe(true);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/plain',
        'content-length': '100000',
        'accept-ranges': 'bytes',
        etag: `"${sha(bytes)}"`,
        'x-content-type-options': 'nosniff',
        'content-disposition':
          'attachment; filename="?bersicht \\"2026\\" ? ?.txt"; filename*=UTF-8\'\'%C3%9Cbersicht%20%222026%22%20%E2%80%93%20%E8%AA%9E.txt',
      });
    });

    it('return the same headers for HEAD, without bytes', async () => {
      const [head, get] = [await documents.content(id, {}, 'HEAD'), await documents.content(id)];
      expect((await bytesOf(head)).length).toBe(0);
      const headersOf = (response: Response) =>
        Object.fromEntries(
          [...response.headers].filter(
            ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
          ),
        );
      expect(headersOf(head)).toEqual(headersOf(get));
    });

    it.each([
      ['bytes=0-4', 0, 4],
      ['bytes=99990-', 99_990, 99_999],
      ['bytes=-10', 99_990, 99_999],
      ['bytes=5-999999', 5, 99_999],
    ])('return the range %s', async (range, first, last) => {
      const response = await documents.content(id, { range });
      expect((await bytesOf(response)).equals(bytes.subarray(first, last + 1))).toBe(true);
      expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
        206,
        `bytes ${first}-${last}/100000`,
        String(last - first + 1),
      ]);
    });

    it('return 416 with the size for a range outside the file', async () => {
      for (const range of ['bytes=100000-', 'bytes=5-2', 'bytes=x']) {
        const response = await documents.content(id, { range });
        expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100000']);
        expect(((await response.json()) as { message: string }).message).toContain('outside');
      }
    });

    it('evaluate conditions before ranges', async () => {
      const etag = `"${sha(bytes)}"`;
      const known = await documents.content(id, { 'if-none-match': etag, range: 'bytes=900000-' });
      expect([known.status, (await bytesOf(known)).length, known.headers.get('etag')]).toEqual([304, 0, etag]);
      expect((await documents.content(id, { 'if-match': '"x"', range: 'bytes=0-1' })).status).toBe(412);
      expect((await documents.content(id, { 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206);
      expect((await bytesOf(await documents.content(id, { 'if-range': '"x"', range: 'bytes=0-1' }))).length).toBe(
        100_000,
      );
    });

    it('accept any Accept header', async () => {
      expect((await documents.content(id, { accept: 'image/png' })).status).toBe(200);
    });

    it('stay available after clients cancel downloads', async () => {
      const big = await withFile('big.txt', textOf(3_000_000));
      for (let count = 0; count < 5; count += 1) {
        const response = await documents.content(big);
        await response.body?.cancel();
      }
      expect((await documents.content(big, {}, 'HEAD')).status).toBe(200);
    });
  });

  it('require the rights of documents', async () => {
    const id = await withFile('a.txt', Buffer.from('a'));
    const path = `/rest/V1/customerdocuments/${id}/file`;
    const body = { documentFile: { name: 'b.txt', base64_encoded_data: 'Yg==' } };
    const [reads, saves] = [
      await app.integrationToken('_CustomerDocuments::manage'),
      await app.integrationToken('_CustomerDocuments::save'),
    ];
    const { token: customer } = await app.customer();
    const statuses = async (token?: string) => [
      (await app.call('GET', path, undefined, token)).status,
      (await app.call('GET', `${path}/content`, undefined, token)).status,
      (await app.call('PUT', path, body, token)).status,
    ];
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(await statuses(customer)).toEqual([403, 403, 403]);
    expect(await statuses(reads)).toEqual([200, 200, 403]);
    expect(await statuses(saves)).toEqual([403, 403, 200]);
    // The right is checked before the body is read.
    expect((await app.call('PUT', path, '{', reads)).status).toBe(403);
  });

  describe('with equal bytes', () => {
    it('store them once, as long as one document uses them', async () => {
      const bytes = textOf(10_000);
      const before = await kept();
      const [one, other] = [await withFile('one.txt', bytes), await withFile('other.csv', bytes)];
      expect((await kept()).length).toBe(before.length + 1);
      expect((await documents.get(one)).body.mime_type).toBe('text/plain');
      expect((await documents.get(other)).body).toMatchObject({ mime_type: 'text/csv', name: 'other.csv' });
      await app.good('DELETE', `/rest/V1/customerdocuments/${one}`);
      expect((await bytesOf(await documents.content(other))).equals(bytes)).toBe(true);
      await documents.putJson(other, 'new.txt', Buffer.from('new'));
      const after = await kept();
      expect(after.filter((key) => before.includes(key))).toEqual(before);
      expect(after.length).toBe(before.length + 1);
      await app.good('PUT', `/rest/V1/customerdocuments/${other}`, {
        document: { is_external: 1, external_url: 'https://docs.example/x.pdf' },
      });
      expect((await documents.get(other)).status).toBe(404);
      expect(await kept()).toEqual(before);
      expect(await rows()).toEqual(before);
    });

    it('delete them with the last document that uses them', async () => {
      const before = await kept();
      const id = await withFile('a.txt', textOf(1000));
      expect((await kept()).length).toBe(before.length + 1);
      await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
      expect([await kept(), await rows()]).toEqual([before, before]);
    });

    it('change only the name when the same file is uploaded again', async () => {
      const bytes = textOf(1000);
      const id = await withFile('a.txt', bytes);
      const before = await kept();
      await documents.putForm(id, 'b.txt', bytes);
      expect(await kept()).toEqual(before);
      expect((await documents.get(id)).body.name).toBe('b.txt');
    });

    it('stay consistent under concurrent uploads and deletions', async () => {
      const before = await kept();
      const contents = [textOf(500), textOf(500)];
      const ids = await Promise.all(Array.from({ length: 6 }, () => documents.document()));
      const work = async (index: number): Promise<void> => {
        const id = ids[index % ids.length] ?? 0;
        for (let round = 0; round < 6; round += 1) {
          const bytes = contents[(index + round) % 2] ?? Buffer.alloc(0);
          const answer = await documents.putForm(id, 'a.txt', bytes);
          expect([200, 400, 404]).toContain(answer.status);
          if (round % 3 === 2) {
            const external = { is_external: 1, external_url: 'https://docs.example/x.pdf' };
            await app.good('PUT', `/rest/V1/customerdocuments/${id}`, { document: external });
            await app.good('PUT', `/rest/V1/customerdocuments/${id}`, { document: { is_external: 0 } });
          }
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => work(index)));
      expect(await kept()).toEqual(await rows());
      for (const id of ids) {
        const response = await documents.content(id);
        if (response.status === 404) continue;
        const bytes = await bytesOf(response);
        expect(contents.some((content) => content.equals(bytes))).toBe(true);
        await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
      }
      expect(await kept()).toEqual(await rows());
      expect((await kept()).length).toBe(before.length);
    });
  });

  it('return the old or the new file completely while it is replaced', async () => {
    const contents = [textOf(200_000), textOf(150_000), textOf(90_000)];
    const id = await withFile('a.txt', contents[0] ?? Buffer.alloc(0));
    let writing = true;
    const write = async (): Promise<void> => {
      for (let round = 1; round <= 12; round += 1)
        expect((await documents.putForm(id, 'a.txt', contents[round % 3] ?? Buffer.alloc(0))).status).toBe(200);
      writing = false;
    };
    const read = async (): Promise<number> => {
      let count = 0;
      for (; writing; count += 1) {
        const response = await documents.content(id);
        expect(response.status).toBe(200);
        expect(`"${sha(await bytesOf(response))}"`).toBe(response.headers.get('etag'));
        const { body } = await documents.get(id);
        expect(sha(Buffer.from(body.base64_encoded_data, 'base64'))).toBe(body.sha256);
      }
      return count;
    };
    const [, ...counts] = await Promise.all([write(), read(), read(), read()]);
    for (const count of counts) expect(count).toBeGreaterThan(0);
  });

  it('log missing bytes and return 500 without details', async () => {
    const id = await withFile('a.txt', textOf(400));
    const row = await app
      .get<Database>(Database)
      .queryOne<{ storage_key: string }>(
        'SELECT b.storage_key FROM document_blob b JOIN customer_document_file f ON f.blob_id = b.id WHERE f.document_id = ?',
        [id],
      );
    await app.get<BlobStore>(BlobStore).delete(row?.storage_key ?? '');
    const response = await documents.content(id);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      500,
      expect.stringMatching(/^Internal Error\./),
    ]);
    expect(app.logs.all.some(({ stack }) => String(stack).includes(row?.storage_key ?? 'x'))).toBe(true);
    await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
  });
});
