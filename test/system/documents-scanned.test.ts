import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ScanFiles } from '../../src/customer-documents/application/scan-files.js';
import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { Clamd, EICAR, STREAM_MAX_BYTES, withClamd } from '../support/clamd.js';
import { describeOnDatabases } from '../support/databases.js';
import { Documents } from '../support/documents.js';
import { S3Server } from '../support/s3-server.js';

const CLEAN = Buffer.from('a clean file');

withClamd('files that are scanned (documents-files.md, "Viruses")', () => {
  let clamd: Clamd;
  let s3: S3Server;
  let folder: string;

  beforeAll(async () => {
    clamd = await Clamd.start();
    s3 = await S3Server.start();
    folder = await mkdtemp(join(tmpdir(), 'kontor-test-scanned-'));
    for (const [name, value] of Object.entries(s3.settings)) process.env[name] = value;
  });
  afterAll(async () => {
    for (const name of Object.keys(s3.settings)) delete process.env[name];
    await clamd.end();
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  const stateOf = async ({ app }: Documents, id: number): Promise<string> =>
    (await app.good('GET', `/rest/V1/customerdocuments/${id}`)).file.scan;

  const until = async (documents: Documents, id: number, ...states: readonly string[]): Promise<string> => {
    for (;;) {
      const state = await stateOf(documents, id);
      if (states.includes(state)) return state;
      await delay(20);
    }
  };

  const stored = async (documents: Documents, bytes: Buffer, fields = {}): Promise<number> => {
    const id = await documents.document(fields);
    expect((await documents.putForm(id, 'letter.txt', bytes)).status).toBe(200);
    return id;
  };

  const run = (app: TestApp, statement: string): Promise<unknown> =>
    app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(statement));

  const logged = (app: TestApp) => app.logs.all.filter((line) => line['event'] === 'file_infected');

  describe.each(['folder', 's3'])('in a %s', (storage) => {
    describeOnDatabases('', (kind) => {
      let app: TestApp;
      let documents: Documents;

      beforeAll(async () => {
        const STORAGE_URL = storage === 's3' ? `s3://${s3.bucket}/${kind}` : `file:${join(folder, kind)}`;
        app = await startApp({ database: kind, settings: { STORAGE_URL, CLAMAV_URL: clamd.url } });
        documents = new Documents(app);
      });
      afterAll(() => app.close());

      it('cannot be downloaded until they are clean', async () => {
        clamd.freeze();
        let id: number;
        try {
          id = await stored(documents, CLEAN, { is_public: 1 });
          expect(await stateOf(documents, id)).toBe('pending');
          const refused = await documents.get(id);
          expect([refused.status, refused.body]).toEqual([
            409,
            {
              message: 'The file of document %documentId is waiting for a virus scan. Retry in a moment.',
              parameters: { documentId: id },
            },
          ]);
          expect((await documents.content(id)).status).toBe(409);
          const open = await app.call('GET', `/rest/V1/customerdocuments/public/${id}/content`);
          expect([open.status, open.headers.get('content-disposition')]).toEqual([409, null]);
        } finally {
          clamd.thaw();
        }
        expect(await until(documents, id, 'clean')).toBe('clean');
        expect(await (await documents.content(id)).text()).toBe(CLEAN.toString());
        expect((await app.call('GET', `/rest/V1/customerdocuments/public/${id}/content`)).status).toBe(200);
      });

      it('with a virus cannot be downloaded from any document, and are logged once', async () => {
        const before = logged(app).length;
        const { id: customerId, token } = await app.customer();
        const id = await stored(documents, Buffer.from(EICAR), { is_public: 1, customer_ids: [customerId] });
        expect(await until(documents, id, 'infected')).toBe('infected');
        const another = await stored(documents, Buffer.from(EICAR));
        expect(await stateOf(documents, another)).toBe('infected');
        const paths = [`public/${id}/content`, `me/${id}/content`];
        for (const path of paths) {
          const { status, text } = await app.call('GET', `/rest/V1/customerdocuments/${path}`, undefined, token);
          expect([path, status, text.includes(EICAR.slice(0, 8))]).toEqual([path, 409, false]);
        }
        const link = await app.call('POST', `/rest/V1/customerdocuments/me/${id}/link`, {}, token);
        expect([link.status, (await app.call('GET', link.body.url)).status]).toEqual([200, 409]);
        for (const one of [id, another]) {
          expect((await documents.get(one)).status).toBe(409);
          expect((await documents.content(one, { range: 'bytes=0-3' })).status).toBe(409);
        }
        const lines = logged(app).slice(before);
        expect(lines).toEqual([
          {
            level: 'warn',
            time: expect.any(String),
            msg: 'security',
            context: 'security',
            event: 'file_infected',
            caller: 'operator',
            sha256: '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
            found: 'Eicar-Test-Signature.UNOFFICIAL',
          },
        ]);
        // A clean file that replaces it can be downloaded.
        expect((await documents.putForm(id, 'letter.txt', CLEAN)).status).toBe(200);
        expect(await until(documents, id, 'clean')).toBe('clean');
        expect((await documents.content(id)).status).toBe(200);
      });

      it('that exceed the size limit of clamd cannot be downloaded', async () => {
        const id = await stored(documents, Buffer.alloc(STREAM_MAX_BYTES + 1, 'a'));
        expect(await until(documents, id, 'too_large', 'scanner_away')).toBe('too_large');
        expect((await documents.content(id)).status).toBe(409);
      });

      it('that arrive while the scanner is unavailable are scanned once it is back', async () => {
        await clamd.kill();
        const bytes = Buffer.from(`came meanwhile on ${storage} and ${kind}`);
        let id: number;
        try {
          id = await stored(documents, bytes);
          expect(await until(documents, id, 'scanner_away')).toBe('scanner_away');
          const refused = await documents.get(id);
          expect([refused.status, refused.body.message]).toEqual([
            409,
            'The file of document %documentId has not been scanned for viruses, because the scanner is unavailable. Retry later.',
          ]);
        } finally {
          await clamd.begin();
        }
        await app.get<ScanFiles>(ScanFiles).rescan();
        expect(await stateOf(documents, id)).toBe('clean');
        expect(app.logs.all.some(({ msg }) => msg?.startsWith('clamd is unavailable: ') === true)).toBe(true);
      });
    });
  });

  it('sent with an idempotency key are scanned after the commit', async () => {
    const app = await startApp({ settings: { STORAGE_URL: `file:${join(folder, 'key')}`, CLAMAV_URL: clamd.url } });
    try {
      const documents = new Documents(app);
      const id = await documents.document();
      const documentFile = { name: 'letter.txt', base64_encoded_data: CLEAN.toString('base64') };
      const body = JSON.stringify({ documentFile });
      const key = { 'idempotency-key': 'once' };
      expect((await documents.put(id, body, { 'content-type': 'application/json', ...key })).status).toBe(200);
      expect(await until(documents, id, 'clean')).toBe('clean');
    } finally {
      await app.close();
    }
  });

  it('stored without a scanner are scanned hourly, or earlier if someone downloads them', async () => {
    const settings = { STORAGE_URL: `file:${join(folder, 'before')}` };
    const app = await startApp({ settings });
    const documents = new Documents(app);
    const id = await stored(documents, CLEAN);
    expect(await stateOf(documents, id)).toBe('not_scanned');
    expect((await documents.content(id)).status).toBe(200);
    await run(app, 'UPDATE document_blob SET scan_state = NULL');
    expect(await stateOf(documents, id)).toBe('not_scanned');
    expect((await documents.content(id)).status).toBe(200);
    await run(app, "UPDATE document_blob SET scan_state = 'infected'");
    // An infected file cannot be downloaded, even without a scanner.
    expect((await documents.content(id)).status).toBe(409);
    await app.close();

    const scanning = await startApp({ settings: { ...settings, CLAMAV_URL: clamd.url } });
    try {
      const again = new Documents(scanning);
      const older = await stored(again, CLEAN);
      await run(scanning, 'UPDATE document_blob SET scan_state = NULL');
      await scanning.server.schedules.runHourly();
      await until(again, older, 'clean');
      expect(await stateOf(again, older)).toBe('clean');
      await run(scanning, 'UPDATE document_blob SET scan_state = NULL');
      expect((await again.content(older)).status).toBe(409);
      expect(await until(again, older, 'clean')).toBe('clean');
    } finally {
      await scanning.close();
    }
  });
});
