import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate, openDatabase } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';
import { MIGRATIONS } from '../support/rooms.js';

type Value = string | number | null;
type Audience = 'legitimate_interest' | 'authority';

interface Recorded {
  readonly made: readonly { readonly name: string; readonly id: number; readonly uuid: string; readonly sku: string; readonly score: number }[]; // prettier-ignore
  readonly answers: readonly {
    readonly path: string;
    readonly audience?: Audience;
    readonly status: number;
    readonly text: string;
    readonly headers: Readonly<Record<string, string | null>>;
  }[];
  /** Migrations of the last release. */
  readonly migrations: readonly string[];
  /** Rows by table, ordered by their references. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;
}

const FILE = join(__dirname, '../fixtures/passports/last-release.json.gz');
const RECORDED = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as Recorded;
const ARCHIVED = '2.0.0, archived';

/** Values of the battery 1.0.0 example without an equivalent, such as other quantities and separate units. */
const LOST = [
  'state_of_health.value',
  'carbon_footprint.value',
  'carbon_footprint.lifecycle_stages',
  'carbon_footprint.class',
  'carbon_footprint.unit',
  'voltage.unit',
  'temperature_range.unit',
  'state_of_health.unit',
  'hazardous_substances.unit',
].map((path) => `dpp_payload.${path}`);
/** Values that 2.1.0 requires and the example lacks. */
const MISSING = [
  'performance[0].occasion',
  'performance[0].at',
  'environment[0].from',
  'environment[0].to',
  'performance.at',
  'waste_information.prevention',
  'waste_information.collection_points',
  'waste_information.safety',
  'waste_information.symbols',
  'waste_information.effects',
  'dismantling.diagram_urls',
  'dismantling.fasteners',
  'dismantling.warnings',
  'dismantling.cell_count',
  'dismantling.cell_layout',
  'power_limits',
  'temperature_range.storage_test',
  'performance[0].rated_capacity_ah',
  'performance[0].power_w',
  'performance[0].power_fade',
  'performance[0].internal_resistance_mohm',
  'performance[0].resistance_increase',
  'performance[0].round_trip_efficiency',
  'performance[0].efficiency_fade',
  'performance[0].expected_cycles',
  'state_of_health[0].remaining_capacity_ah',
  'state_of_health[0].remaining_power_w',
  'state_of_health[0].remaining_efficiency',
  'state_of_health[0].self_discharge',
  'state_of_health[0].ohmic_resistance_mohm',
  'environment[0].temperature_min',
  'environment[0].temperature_max',
  'state_of_charge',
].map((path) => `dpp_payload.${path}`);

describeOnDatabases('passports published by the last release, after the upgrade', (kind) => {
  let database: TestDatabase;
  let app: TestApp;
  let shop: PassportShop;
  const grants = new Map<Audience | undefined, string>();

  beforeAll(async () => {
    database = await emptyDatabase(kind);
    const former = new Set(RECORDED.migrations);
    const before = await openDatabase(database.url, { migrations: MIGRATIONS.filter(({ name }) => former.has(name)) });
    try {
      expect(await migrate(before)).toEqual(expect.arrayContaining([...RECORDED.migrations]));
      await before.transactions.write(async () => {
        for (const [table, rows] of Object.entries(RECORDED.rows))
          for (const row of rows) {
            const names = Object.keys(row);
            const sql = `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
            await before.database.run(sql, Object.values(row));
          }
      });
    } finally {
      await before.close();
    }
    app = await startApp({ settings: { DATABASE_URL: database.url } });
    shop = new PassportShop(app);
    for (const audience of ['legitimate_interest', 'authority'] as const) {
      const until = new Date(Date.now() + 86_400_000).toISOString();
      const body = { audience, for: { template: 'battery' }, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until }; // prettier-ignore
      grants.set(audience, (await shop.good('POST', 'grants', body)).token);
    }
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  /** Recorded answers that have changed. */
  const changed = async (answers = RECORDED.answers): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const { path, audience, status, text, headers } of answers) {
      const answer = await app.call('GET', path, undefined, grants.get(audience));
      const now = Object.fromEntries(Object.keys(headers).map((name) => [name, answer.headers.get(name)]));
      if (answer.status !== status || answer.text !== text || JSON.stringify(now) !== JSON.stringify(headers))
        found.push({ path, audience, status: [status, answer.status], headers: [headers, now], text: [text, answer.text].map((one) => one.slice(0, 2000)) }); // prettier-ignore
    }
    return found;
  };
  const alive = RECORDED.made.filter(({ name }) => name !== ARCHIVED);

  it('cover both template versions, each audience, and their identifiers', () => {
    const templates = RECORDED.rows['passport_template']?.map(({ version }) => version);
    expect(templates).toEqual(['1.0.0', '2.0.0']);
    expect(RECORDED.made.length).toBeGreaterThan(6);
    expect(new Set(RECORDED.answers.map(({ audience }) => audience)).size).toBe(3);
    expect(RECORDED.answers.map(({ path }) => path)).toEqual(expect.arrayContaining(['/dpp/schema/battery/2.0.0.json', expect.stringContaining('/qr.svg')])); // prettier-ignore
    const published = RECORDED.answers.filter(({ path, status }) => path.startsWith('/dpp/v1') && status === 200);
    expect(published.every(({ headers }) => headers['etag'] !== null && headers['repr-digest'] !== null)).toBe(true);
  });

  it('keep bytes, digests, ETags, QR codes, scores and the schema of battery 2.0.0', async () => {
    expect(await changed()).toEqual([]);
    for (const { id, name, score } of RECORDED.made) {
      const read = await shop.good('GET', `passports/${id}`);
      expect([name, read.completeness_score]).toEqual([name, score]);
    }
  });

  it('keep their documents as public links', async () => {
    const { id } = RECORDED.made.find(({ name }) => name === '2.0.0') ?? { id: 0 };
    const { documents } = await shop.good('GET', `passports/${id}`);
    expect(documents.length).toBeGreaterThan(1);
    for (const one of documents) expect(one).toMatchObject({ document_id: null, point: 1, url: expect.any(String) });
  });

  it('list lost and missing values in a dry-run upgrade to battery 2.1.0', async () => {
    const { upgraded, failed, items } = await shop.good('POST', 'templates/battery/upgrade?to=2.1.0&dryRun=1');
    expect([upgraded, failed]).toEqual([alive.length, 0]);
    const rehearsed = alive.map(({ id, name }) => {
      const item = items.find(({ passport_id: other }: { passport_id: number }) => other === id);
      const [{ from, to, lost, missing }] = item.upgrade;
      return { name, from, to, lost: lost.map(({ path }: { path: string }) => path), missing: missing.map(({ path }: { path: string }) => path) }; // prettier-ignore
    });
    const [first, revised, ...others] = rehearsed;
    expect(first).toEqual({ name: '1.0.0', from: 'battery@1.0.0', to: 'battery@2.1.0', lost: LOST, missing: MISSING });
    expect(revised).toEqual({ ...first, name: '1.0.0, revised' });
    for (const { name, ...one } of others)
      expect([name, one]).toEqual([name, { from: 'battery@2.0.0', to: 'battery@2.1.0', lost: [], missing: [] }]);
    expect(await changed()).toEqual([]);
  });

  it('stay readable with a grant after a revision on battery 2.1.0', async () => {
    const { id, uuid } = RECORDED.made.find(({ name }) => name === '2.0.0') ?? { id: 0, uuid: '' };
    await shop.good('POST', `passports/${id}/upgrade?template=battery@2.1.0`);
    const { published_at: publishedAt } = await shop.good('GET', `passports/${id}?version=1`);
    await shop.act(id, 'publish');
    for (const audience of ['legitimate_interest', 'authority'] as const) {
      const before = RECORDED.answers.find((one) => one.audience === audience && one.path === `/dpp/v1/dpps/${uuid}`);
      const path = `/dpp/v1/dppsByIdAndDate/${uuid}?date=${publishedAt}`;
      const { body } = await app.call('GET', path, undefined, grants.get(audience));
      const then = JSON.parse(before?.text ?? '{}');
      // Measured values are skipped, because later ones were not known on that date.
      const isMeasured = (value: unknown): boolean => typeof value === 'object' && value !== null && 'measuredAt' in value; // prettier-ignore
      const still = (of: object): object => Object.fromEntries(Object.entries(of).filter(([, value]) => !isMeasured(value))); // prettier-ignore
      expect(still(body)).toEqual({ ...still(then), dppStatus: 'archived' });
    }
    const others = RECORDED.answers.filter(({ path }) => !path.includes(uuid) && !path.includes('R-200'));
    expect(await changed(others)).toEqual([]);
  });
});
