import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { type ExportDestination, type ExportedFile, ExportRegistry } from '../../src/dpp/index.js';
import { RegistryExportJob } from '../../src/dpp/registry/adapters/rest/registry-export-job.js';
import { REGISTRY_EXPORT_JOB } from '../../src/dpp/registry/application/registry-operations.js';
import { RemindOfProofs } from '../../src/dpp/registry/application/remind-of-proofs.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';
import { PassportShop } from '../support/passport-shop.js';
import { KontorProcess, runCli } from '../support/process.js';
import { filledText, type ReportedRefusal } from '../support/refusal-text.js';
import { jsonFaults, xmlFaults } from '../support/registry-schemas.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const LEI = '529900T8BM49AURSDO55';
const MAKER = { name: 'Rheinpfad GmbH', operator_id: LEI, id_scheme: 'lei' };
const GTIN = '04006381333931';
const DAY_MS = 86_400_000;

interface Entry {
  readonly id: number;
  readonly passport_id: number;
  readonly version: number;
  readonly upi: string;
  readonly state: string;
  readonly problem: string | null;
  readonly export_id: number | null;
  readonly action: string | null;
  readonly [name: string]: unknown;
}

interface Request {
  readonly uniqueProductIdentifier: string;
  readonly version: number;
  readonly [name: string]: unknown;
}

/** An export destination in memory. */
class Shelf implements ExportDestination {
  readonly files = new Map<string, string>();

  async store(files: readonly ExportedFile[], mark: () => Promise<boolean>): Promise<void> {
    for (const { name, text } of files) this.files.set(name, text);
    if (!(await mark())) for (const { name } of files) this.files.delete(name);
  }

  get requests(): readonly Request[] {
    return [...this.files].flatMap(([name, text]) =>
      name.endsWith('.json') ? (JSON.parse(text) as { requests: readonly Request[] }).requests : [],
    );
  }
}

describeOnDatabases('the EU registry (passports-registry.md)', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-registry-'));
    // No worker, because the tests run the jobs.
    app = await startApp({ database, settings: { JOB_WORKERS: '0', PUBLIC_BASE_URL: 'http://127.0.0.1:3000' } });
    shop = await new PassportShop(app).open();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = (fields: object = {}) => shop.published({ manufacturer: MAKER, ...fields });
  const search = (field: string, value: string | number): string =>
    `searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;
  const entriesOf = async (passportId: number): Promise<readonly Entry[]> =>
    (await shop.good('GET', `registry/search?${search('passport_id', passportId)}`)).items;
  const run = (sql: string, params: readonly (string | number)[] = []): Promise<unknown> =>
    app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, params));
  const registry = (): ExportRegistry => app.get<ExportRegistry>(ExportRegistry);
  const exportAll = async (to = new Shelf()): Promise<Shelf> => {
    await registry().export(to, Infinity);
    return to;
  };
  const exported = async (fields: object = {}): Promise<Entry & { readonly passport_id: number }> => {
    const { passport_id: id } = await publish(fields);
    await exportAll();
    return (await entriesOf(id)).at(-1) as Entry;
  };
  const answer = (...answers: readonly object[]) => shop.call('POST', 'registry/answers', { answers });
  const registered = ({ upi, version }: Entry, fields: object = {}) => ({
    ...{ upi, version, state: 'registered', id: `REG-${upi.length}-${version}`, at: '2026-11-01T08:00:00.000Z' },
    ...fields,
  });
  const settings = () => {
    const { DATABASE_URL, JWT_SECRET = '' } = testSettings(app.databaseUrl);
    return { DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL: 'http://127.0.0.1:3000' };
  };
  const cli = (...args: readonly string[]) => {
    return runCli(settings(), ['registry', ...args]);
  };

  describe('an entry', () => {
    it('is queued in the same transaction as the publication', async () => {
      const { passport_id: id } = await shop.draft({ manufacturer: MAKER, gtin: GTIN, serial: 'Q-1' });
      expect(await entriesOf(id)).toEqual([]);
      await shop.act(id, 'publish');
      expect(await entriesOf(id)).toMatchObject([
        {
          ...{ passport_id: id, version: 1, state: 'pending', problem: null, export_id: null, action: null, at: null },
          ...{ registration_id: null, upi: `http://127.0.0.1:3000/01/${GTIN}/21/Q-1` },
        },
      ]);
      const refused = await shop.draft({ manufacturer: null, gtin: GTIN, serial: 'Q-2' });
      expect((await shop.call('POST', `passports/${refused.passport_id}/publish`)).status).toBe(400);
      expect(await entriesOf(refused.passport_id)).toEqual([]);
    });

    it('of a new version replaces a pending one, but never an exported one', async () => {
      const { passport_id: id } = await publish();
      const revise = async (): Promise<void> => {
        await shop.act(id, 'revisions');
        await shop.act(id, 'publish');
      };
      await revise();
      expect((await entriesOf(id)).map(({ version, state }) => [version, state])).toEqual([[2, 'pending']]);
      await exportAll();
      await revise();
      await revise();
      expect((await entriesOf(id)).map(({ version, state, action }) => [version, state, action])).toEqual([
        [2, 'exported', 'register'],
        [4, 'pending', null],
      ]);
      const { requests } = await exportAll();
      expect(requests.map(({ version, action }) => [version, action])).toEqual([[4, 'update']]);
    });

    it('waits until its operator has an identifier that the registry accepts', async () => {
      const { passport_id: id } = await shop.published({ manufacturer: { name: 'M', operator_id: '9524000000187', id_scheme: 'gln' } }); // prettier-ignore
      expect(await entriesOf(id)).toMatchObject([{ state: 'pending', problem: 'operator_identifier' }]);
      const before = await exportAll();
      expect(before.requests.map((one) => one['digitalProductPassportId'])).not.toContain(
        `http://127.0.0.1:3000/dpp/${id}`,
      );
      expect(await entriesOf(id)).toMatchObject([{ state: 'pending', problem: 'operator_identifier' }]);
      await shop.act(id, 'revisions');
      await shop.good('PUT', `passports/${id}`, { passport: { parties: [{ role: 'manufacturer', name: 'M', ids: [{ scheme: 'gln', value: '9524000000187' }, { scheme: 'ntr', value: 'DE-HRB 12345' }] }] } }); // prettier-ignore
      await shop.act(id, 'publish');
      const { requests } = await exportAll();
      expect(requests).toMatchObject([{ uniqueEconomicOperatorIdentifier: 'ntr:DE-HRB 12345', version: 2 }]);
    });

    it('of a passport that is no longer public is not exported', async () => {
      const { passport_id: id } = await publish();
      await shop.act(id, 'archive', { reason: 'withdrawn' });
      expect((await exportAll()).requests).toEqual([]);
      expect(await entriesOf(id)).toMatchObject([{ state: 'pending' }]);
    });

    it('is queued once for a version published earlier', async () => {
      const { passport_id: id } = await publish();
      await run('DELETE FROM passport_registration WHERE passport_id = ?', [id]);
      expect(await cli('queue')).toMatchObject({
        code: 0,
        stdout: 'Published passport versions queued: 1.\n',
        stderr: '',
      });
      expect(await entriesOf(id)).toMatchObject([{ version: 1, state: 'pending', problem: null }]);
      expect(await cli('queue')).toMatchObject({ code: 0, stdout: 'Published passport versions queued: 0.\n' });
    });
  });

  describe('an export', () => {
    it('is a job with files of at most 100 entries, valid by JSON Schema and XSD', async () => {
      await exportAll();
      const passport = { manufacturer: MAKER, gtin: GTIN, batch: 'L1', sku: shop.sku(), template_code: 'tiny', dpp_payload: { material: 'steel' } }; // prettier-ignore
      await shop.good('POST', 'runs', { passport, pattern: 'E-{001}', count: 250 });
      await doJobs(app, { kinds: await runKinds(app) });
      const { uuid } = await shop.good('POST', 'registry/exports', {});
      await doJobs(app, { kinds: [[REGISTRY_EXPORT_JOB, app.get<RegistryExportJob>(RegistryExportJob)]] });
      const job = await app.good('GET', `/rest/V1/jobs/${uuid}`);
      expect(job).toMatchObject({ status: 1, result: { files: 3, entries: 250 } });
      const token = await app.adminToken();
      const texts = new Map<string, string>();
      for (const path of job.files as readonly string[])
        texts.set(path, (await app.call('GET', `/rest${path}`, undefined, token)).text);
      const requests = [...texts].flatMap(([path, text]) => {
        if (path.endsWith('.xml')) {
          expect(xmlFaults(text)).toEqual([]);
          return [];
        }
        expect(jsonFaults(text)).toEqual([]);
        const { requests: some } = JSON.parse(text) as { requests: readonly Request[] };
        const twin = texts.get(path.replace('.json', '.xml')) ?? '';
        for (const { uniqueProductIdentifier } of some) expect(twin).toContain(`>${uniqueProductIdentifier}<`);
        return [some];
      });
      expect(texts.size).toBe(6);
      expect(requests.map((some) => some.length)).toEqual([100, 100, 50]);
      expect(new Set(requests.flat().map((one) => one.uniqueProductIdentifier)).size).toBe(250);
      const [one] = requests.flat();
      const { pathname } = new URL(String(one?.['dppApiEndpoint']));
      const public_ = await app.call('GET', pathname);
      expect([public_.status, one?.['versionHash']]).toEqual([200, `sha-256:${hash('sha256', public_.text)}`]);
      expect(public_.body.uniqueProductIdentifier).toBe(one?.uniqueProductIdentifier);
      const again = await shop.good('POST', 'registry/exports', { files: 1 });
      await doJobs(app, { kinds: [[REGISTRY_EXPORT_JOB, app.get<RegistryExportJob>(RegistryExportJob)]] });
      expect(await app.good('GET', `/rest/V1/jobs/${again.uuid}`)).toMatchObject({ result: { files: 0, entries: 0 } });
    });

    it('that failed after writing is repeated with the same bytes when its lease ends', async () => {
      const [one, other] = [await publish(), await publish()];
      const dead = new Map<string, string>();
      const dies: ExportDestination = {
        store: (files) => {
          for (const { name, text } of files) dead.set(name, text);
          throw new Error('killed');
        },
      };
      await expect(registry().export(dies, Infinity)).rejects.toThrow('killed');
      // A version published in the meantime does not change the interrupted export.
      await shop.act(one.passport_id, 'revisions');
      await shop.act(one.passport_id, 'publish');
      const held = await exportAll();
      expect(held.requests.map(({ version }) => version)).toEqual([2]);
      expect((await entriesOf(other.passport_id)).map(({ state }) => state)).toEqual(['pending']);
      await run('UPDATE passport_registry_export SET expires_at = 0');
      const after = await exportAll();
      expect([...after.files]).toEqual([...dead]);
      expect((await entriesOf(other.passport_id)).map(({ state }) => state)).toEqual(['exported']);
      expect((await exportAll()).files.size).toBe(0);
    });

    it('leaves no files if its lease expires while it runs', async () => {
      await publish();
      const [slow, quick] = [new Shelf(), new Shelf()];
      await registry().export(
        {
          store: async (files, mark) => {
            await run('UPDATE passport_registry_export SET expires_at = 0');
            await exportAll(quick);
            await slow.store(files, mark);
          },
        },
        1,
      );
      expect([slow.requests.length, quick.requests.length]).toEqual([0, 1]);
    });

    it('loses and repeats no entry when its processes are killed', async () => {
      await exportAll();
      const count = 800;
      const passport = { manufacturer: MAKER, gtin: GTIN, batch: 'L2', sku: shop.sku(), template_code: 'tiny', dpp_payload: { material: 'steel' } }; // prettier-ignore
      await shop.good('POST', 'runs', { passport, pattern: 'K-{001}', count });
      await doJobs(app, { kinds: await runKinds(app) });
      const filesNow = (): number => readdirSync(folder).filter((name) => name.endsWith('.json')).length;
      for (let kills = 0; kills < 3; kills += 1) {
        const before = filesNow();
        const process = KontorProcess.start('cli/kontor', settings(), { args: ['registry', 'export', folder] });
        await until(() => filesNow() > before + kills, 1);
        process.signal('SIGKILL');
        await process.exited;
      }
      await until(async () => {
        expect(await cli('export', folder)).toMatchObject({ code: 0, stderr: '' });
        const noProblem = '&searchCriteria[filter_groups][1][filters][0][field]=problem&searchCriteria[filter_groups][1][filters][0][condition_type]=null'; // prettier-ignore
        const { items } = await shop.good('GET', `registry/search?${search('state', 'pending')}${noProblem}`);
        const left = items.filter(({ upi }: Entry) => upi.includes('/21/K-')).length;
        return left === 0;
      }, 500);
      const names = readdirSync(folder).toSorted();
      const found = names
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { requests: Request[] }).requests);
      expect(found.length).toBe(count);
      expect(new Set(found.map(({ uniqueProductIdentifier }) => uniqueProductIdentifier)).size).toBe(count);
      for (const name of names.filter((one) => one.endsWith('.xml')))
        expect(xmlFaults(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
    });
  });

  describe('an answer', () => {
    it('registers a version, which the operator sees on the passport, but not the public', async () => {
      const entry = await exported();
      const path = `passports/${entry.passport_id}`;
      const before = await shop.good('GET', path);
      const publicly = await shop.read(before.sku);
      expect(before.registration).toBeNull();
      const file = join(folder, 'answers.json');
      writeFileSync(file, JSON.stringify([registered(entry, { id: 'REG-1' })]));
      expect(await cli('answer', file)).toMatchObject({
        ...{ code: 0, stderr: '', stdout: 'Answers received: 1. Registered: 1, rejected: 0, with a proof: 0.\n' },
      });
      const registration = { id: 'REG-1', at: '2026-11-01T08:00:00.000Z', version: 1 };
      expect(await shop.good('GET', path)).toEqual({ ...before, registration });
      expect(await shop.good('GET', `passports/search?${search('sku', before.sku)}`)).toMatchObject({ items: [{ registration }] }); // prettier-ignore
      expect((await shop.read(before.sku)).text).toBe(publicly.text);
      expect(publicly.text).not.toContain('registration');
      // A later version keeps the registration until it is registered itself.
      const revision = await shop.act(entry.passport_id, 'revisions');
      expect(revision.registration).toEqual(registration);
      await shop.good('PUT', path, { passport: { ...revision, mpn: 'NEXT' } });
      expect(await shop.act(entry.passport_id, 'publish')).toMatchObject({ version: 2, mpn: 'NEXT', registration });
      await exportAll();
      const [, second] = await entriesOf(entry.passport_id);
      expect((await answer(registered(second as Entry, { id: 'REG-2' }))).body).toMatchObject({ registered: 1 });
      expect(await shop.good('GET', path)).toMatchObject({ registration: { id: 'REG-2', version: 2 } });
    });

    it('can be repeated, and sent as a list', async () => {
      const entry = await exported();
      expect((await shop.call('POST', 'registry/answers', [registered(entry)])).body).toEqual({ received: 1, registered: 1, rejected: 0, proofs: 0 }); // prettier-ignore
      expect((await answer(registered(entry))).body).toEqual({ received: 1, registered: 0, rejected: 0, proofs: 0 });
    });

    it('can reject a version with a message, which can then be queued again', async () => {
      const entry = await exported();
      const { upi, version } = entry;
      const rejected = { upi, version, state: 'rejected', at: '2026-11-01T08:00:00Z', message: 'unknown operator' };
      expect((await answer(rejected)).body).toEqual({ received: 1, registered: 0, rejected: 1, proofs: 0 });
      expect(await entriesOf(entry.passport_id)).toMatchObject([{ state: 'rejected', message: 'unknown operator' }]);
      expect(await cli('queue', '--rejected')).toMatchObject({ code: 0, stdout: expect.stringContaining('Rejected entries queued again: 1.') }); // prettier-ignore
      expect((await exportAll()).requests).toMatchObject([{ uniqueProductIdentifier: upi, action: 'register' }]);
    });

    it('is rejected as a whole if one of its entries is invalid', async () => {
      const { passport_id: id } = await publish();
      const [waiting] = (await entriesOf(id)) as [Entry];
      const known = await exported();
      const { upi, version } = known;
      await answer(registered(await exported({ gtin: '04006381333948' }), { id: 'REG-9' }));
      const taken = (await shop.good('GET', `registry/search?${search('registration_id', 'REG-9')}`)).items[0] as Entry;
      const pending = (await publish()).passport_id as number;
      const [unexported] = (await entriesOf(pending)) as [Entry];
      expect(waiting.state).toBe('pending');
      for (const [wrong, text] of [
        [{ ...registered(known), upi: `${upi}x` }, 'No entry has the identifier'],
        [{ ...registered(known), version: 9 }, 'No entry has the identifier'],
        [registered(unexported), 'The version has not been exported'],
        [registered(taken, { id: 'REG-10' }), 'The version is already registered as REG-9'],
        [{ ...registered(known), id: null }, 'A registered version needs the'],
        [registered(known, { message: 'x' }), 'Only a rejected version can have a'],
        [{ upi, version, state: 'rejected', at: '2026-11-01T08:00:00Z' }, 'A rejected version needs the'],
        [{ ...registered(known), state: 'rejected', message: 'x' }, 'cannot have an "id" or a'],
        [registered(known, { at: '2999-01-01T00:00:00Z' }), 'is in the future'],
        [registered(known, { at: undefined }), 'answers[1].at'],
        [registered(known, { state: 'exported' }), 'answers[1].state'],
        [registered(known, { proof: { media_type: 'application/jose', content: '*', hash: `sha-256:${'0'.repeat(64)}` } }), 'is not base64'], // prettier-ignore
        [registered(known, { proof: { media_type: 'jose', content: '', hash: 'x' } }), 'answers[1].proof'],
        ['x', 'answers[1] is not an object'],
      ] as const) {
        const refused = await answer(registered(known, { id: 'REG-11' }), wrong as object);
        const { errors, ...first } = refused.body as ReportedRefusal;
        const plain = [first, ...(errors ?? [])].map(filledText).join(' ');
        expect([refused.status, plain, plain.includes(text)]).toEqual([400, plain, true]);
        expect(await entriesOf(known.passport_id)).toMatchObject([{ state: 'exported', registration_id: null }]);
      }
      expect((await answer(registered(known), registered(known))).text).toContain('is for the same entry');
      for (const body of ['{', '[]', '{}', '{"answers":{}}', '"x"'])
        expect([body, (await shop.call('POST', 'registry/answers', body)).status]).toEqual([body, 400]);
    });

    it('must name the passport if several have the same identifier', async () => {
      const website = await app.good('POST', '/rest/V1/commerce/websites', { website: { code: 'two', name: 'Two', base_currency: 'EUR', timezone: 'UTC' } }); // prettier-ignore
      await app.good('POST', '/rest/V1/commerce/stores', { store: { id: 8, code: 'two', name: 'Two', website_id: website.id } }); // prettier-ignore
      const shared = { sku: shop.sku(), gtin: GTIN, serial: 'SHARED' };
      const [one, other] = [await publish(shared), await publish({ ...shared, store_id: 8 })];
      await exportAll();
      const [entry] = (await entriesOf(one.passport_id)) as [Entry];
      expect((await answer(registered(entry))).text).toContain('Several passports have the identifier');
      expect((await answer(registered(entry, { passport_id: other.passport_id }))).status).toBe(200);
      expect((await entriesOf(one.passport_id)).map(({ state }) => state)).toEqual(['exported']);
      expect((await entriesOf(other.passport_id)).map(({ state }) => state)).toEqual(['registered']);
    });

    it('can include a proof, which is stored and compared with the published bytes', async () => {
      const entry = await exported();
      const { uuid } = await shop.good('GET', `passports/${entry.passport_id}`);
      const ours = `sha-256:${hash('sha256', (await app.call('GET', `/dpp/v1/dpps/${uuid}`)).text)}`;
      const proof = { media_type: 'application/jose', content: Buffer.from('proof').toString('base64'), hash: ours };
      expect(await shop.good('GET', `registry/${entry.id}/proof`)).toBeNull();
      expect((await answer(registered(entry, { proof: { ...proof, hash: `sha-256:${'0'.repeat(64)}` } }))).body).toMatchObject({ registered: 1, proofs: 1 }); // prettier-ignore
      expect(await entriesOf(entry.passport_id)).toMatchObject([{ problem: 'proof_hash' }]);
      expect((await readiness(entry.passport_id)).registry).toMatchObject([{ state: 'wrong', message: expect.stringContaining('does not match version 1') }]); // prettier-ignore
      expect((await answer(registered(entry, { proof }))).body).toMatchObject({ registered: 0, proofs: 1 });
      expect(await entriesOf(entry.passport_id)).toMatchObject([{ problem: null }]);
      expect(await shop.good('GET', `registry/${entry.id}/proof`)).toEqual(proof);
      expect((await readiness(entry.passport_id)).registry).toEqual([]);
    });
  });

  const readiness = (id: number) => shop.good('GET', `passports/${id}/readiness`);

  describe('readiness', () => {
    const messages = async (id: number): Promise<readonly string[]> =>
      (await readiness(id)).registry.map(({ message }: { message: string }) => message);

    it('lists registry findings separately, and they never change `ready`', async () => {
      const draft = await shop.draft({ manufacturer: { name: 'M' } });
      expect(await readiness(draft.passport_id)).toMatchObject({
        ...{ ready: 1, items: [] },
        registry: [
          { path: 'parties', state: 'missing', message: expect.stringContaining('has no identifier that the EU registry accepts') }, // prettier-ignore
          { path: null, state: 'missing', message: expect.stringContaining('The passport is not registered') },
        ],
      });
      const { passport_id: id } = await publish();
      expect(await readiness(id)).toMatchObject({ ready: 1, items: [] });
      expect(await messages(id)).toEqual(['Version 1 is not registered in the EU registry. It is waiting for export.']);
      await exportAll();
      expect(await messages(id)).toEqual(['Version 1 is not registered in the EU registry. It has been exported, but the registry has not responded yet.']); // prettier-ignore
      const [{ upi }] = (await entriesOf(id)) as [Entry];
      await answer({ upi, version: 1, state: 'rejected', at: '2026-11-01T08:00:00Z', message: 'no' });
      expect(await messages(id)).toEqual(['Version 1 is not registered in the EU registry. The registry rejected it: no']); // prettier-ignore
      await answer({ upi, version: 1, state: 'registered', id: 'REG-3', at: new Date().toISOString() });
      expect(await messages(id)).toEqual([]);
      const { sku } = await shop.good('GET', `passports/${id}`);
      const found = await shop.good('GET', `passports/readiness/search?${search('sku', sku)}`);
      expect(found).toMatchObject({ items: [{ passport_id: id, ready: 1, registry: [] }] });
    });

    it('reminds of a missing proof from day 75, and sends one webhook', async () => {
      const receiver = await new WebhookReceiver().start();
      try {
        const { id: webhook } = await app.good('POST', '/rest/V1/webhooks', { webhook: { url: receiver.url, events: ['registry.proof_due'] } }); // prettier-ignore
        receiver.secret = await app.good('POST', `/rest/V1/webhooks/${webhook}/rotate`);
        const [early, late] = [await exported(), await exported({ gtin: GTIN, serial: 'LATE' })];
        const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
        await answer(registered(early, { at: daysAgo(74.9) }), registered(late, { id: 'REG-LATE', at: daysAgo(75.1) }));
        expect(await messages(early.passport_id)).toEqual([]);
        expect(await messages(late.passport_id)).toEqual([
          `Fetch the proof of registration REG-LATE. The registry provides the proof until ${daysAgo(-14.9).slice(0, 10)}.`,
        ]);
        const reminding = app.get<RemindOfProofs>(RemindOfProofs);
        expect(await reminding.isDue()).toBe(true);
        await reminding.remind();
        expect(await reminding.isDue()).toBe(false);
        await until(() => receiver.received.length > 0);
        expect(receiver.received).toMatchObject([
          { type: 'registry.proof_due', data: { resource: 'passportRegistryEntry', id: late.id, key: late.upi } },
        ]);
        expect(await messages(late.passport_id)).toHaveLength(1);
        const { uuid } = await shop.good('GET', `passports/${late.passport_id}`);
        const ours = hash('sha256', (await app.call('GET', `/dpp/v1/dpps/${uuid}`)).text);
        await answer(registered(late, { id: 'REG-LATE', at: daysAgo(75.1), proof: { media_type: 'a/b', content: 'cA==', hash: `sha-256:${ours}` } })); // prettier-ignore
        expect(await messages(late.passport_id)).toEqual([]);
        await app.good('DELETE', `/rest/V1/webhooks/${webhook}`);
      } finally {
        await receiver.stop();
      }
    });
  });

  it('requires `_Dpp::manage` for reads, and `_Dpp::publish` for exports and answers', async () => {
    const [reader, publisher] = [
      await app.integrationToken('_Dpp::manage', '_Dpp::save', '_Dpp::delete'),
      await app.integrationToken('_Dpp::publish'),
    ];
    const ask = async (verb: 'GET' | 'POST', path: string, body?: unknown): Promise<readonly number[]> =>
      Promise.all(
        [reader, publisher, ''].map(async (token) => (await app.call(verb, `/rest/V1/dpp/manage/registry/${path}`, body, token)).status), // prettier-ignore
      );
    expect(await ask('GET', 'search')).toEqual([200, 403, 401]);
    expect(await ask('GET', '999999/proof')).toEqual([404, 403, 401]);
    expect(await ask('POST', 'answers', [])).toEqual([403, 400, 401]);
    expect(await ask('POST', 'exports', { files: 0 })).toEqual([403, 400, 401]);
  });
});

/** The job that creates runs of serial numbers in this process. */
const runKinds = async (app: TestApp) => {
  const { MakeItems } = await import('../../src/dpp/runs/application/make-items.js');
  const { PASSPORT_RUN_JOB } = await import('../../src/dpp/runs/application/run-job.js');
  return [[PASSPORT_RUN_JOB, app.get(MakeItems)]] as const;
};
