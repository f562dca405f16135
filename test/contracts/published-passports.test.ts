import fc from 'fast-check';
import type { DppSettings } from '../../src/dpp/passport/index.js';
import { SqlSharedBodies } from '../../src/dpp/versions/adapters/sql/sql-shared-bodies.js';
import { MemoryTemplates } from '../support/dpp-public.js';
import { Clock, type Day, day } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { Resources } from '../../libs/records/index.js';
import { SqlPublishedPassports } from '../../src/dpp/public/adapters/sql/sql-published-passports.js';
import { indexRow } from '../../src/dpp/authoring/adapters/sql/sql-publications.js';
import { choosePublic } from '../support/choose-public.js';
import { granularityOf } from '../../src/dpp/passport/domain/life.js';
import { type PassportStore, PassportStores } from '../../src/dpp/passport/ports/passport-stores.js';
import { publishedPassportResource } from '../../src/dpp/passport/published-passport.record.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const TODAY = day('2026-06-15');
const STORES = [0, 1, 2];

class FixedClock extends Clock {
  now(): Date {
    return NOW;
  }
}

/** The same date in all stores, so that the domain rule and the statement use the same one. */
class ThreeStores extends PassportStores {
  issuerOf(): Promise<null> {
    return Promise.resolve(null);
  }

  byId(id: number): Promise<PassportStore | undefined> {
    return Promise.resolve(STORES.includes(id) ? { id, locale: null } : undefined);
  }

  today(storeId: number): Promise<Day | undefined> {
    return Promise.resolve(STORES.includes(storeId) ? TODAY : undefined);
  }
}

const orNull = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);

const passport = fc.record({
  sku: fc.constantFrom('A', 'B', 'a'),
  storeId: fc.constantFrom(...STORES),
  batch: orNull(['B1', 'B2']),
  serial: orNull(['S1', 'S2']),
  publishedAt: fc.constantFrom('2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'),
  validFrom: orNull([day('2026-06-14'), TODAY, day('2026-06-16')]),
  validTo: orNull([day('2026-06-14'), TODAY, day('2026-06-16')]),
});

type Stored = typeof passport extends fc.Arbitrary<infer T> ? T : never;

const question = fc.record({
  sku: fc.constantFrom('A', 'B', 'c'),
  storeId: fc.constantFrom(...STORES),
  batch: fc.constantFrom(undefined, 'B1', 'B2', 'B3'),
  serial: fc.constantFrom(undefined, 'S1', 'S2'),
});

describeOnDatabases('published passports', (kind) => {
  let database: TestDatabase;
  let persistence: Persistence;
  let passports: SqlPublishedPassports;

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    persistence = await openDatabase(database.url, { resources: new Resources([publishedPassportResource]) });
    passports = new SqlPublishedPassports(
      persistence.resources,
      persistence.database,
      persistence.transactions,
      new ThreeStores(),
      new FixedClock(),
      new SqlSharedBodies(persistence.database),
      new MemoryTemplates([]),
      { publicBaseUrl: 'https://id.example' } as DppSettings,
    );
  });
  afterAll(async () => {
    await persistence.close();
    await database.drop();
  });

  const store = (all: readonly Stored[]): Promise<void> =>
    persistence.transactions.write(async () => {
      await persistence.database.run('DELETE FROM published_passport');
      await persistence.database.run('DELETE FROM passport_publication');
      for (const [at, one] of all.entries()) {
        const id = at + 1;
        const row = indexRow(id, {
          view: {
            passport_id: id,
            uuid: `uuid-${id}`,
            sku: one.sku,
            store_id: one.storeId,
            batch: one.batch,
            serial: one.serial,
            gtin: null,
            granularity: granularityOf(one),
            status: 'published',
            version: 1,
            template_code: 'tiny',
            template_version: '1.0.0',
            completeness_score: 0,
            published_at: one.publishedAt,
            valid_from: one.validFrom,
            valid_to: one.validTo,
            public_url: '',
            qr_url: '',
            jsonld_url: '',
            content_digest: '',
          } as never,
        });
        await persistence.records.recordsOf(publishedPassportResource).insert([row], true);
        await persistence.database.run(
          'INSERT INTO passport_publication (id, template_id, public_url, qr_target, view, jsonld) VALUES (?, 1, ?, ?, ?, ?)',
          [id, '', '', '{}', ''],
        );
      }
    });

  it('are selected in one batch as the domain rule selects them', async () => {
    const key = ({ sku, storeId, batch, serial }: Stored) => JSON.stringify([sku, storeId, batch, serial]);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(passport, { selector: key, maxLength: 12 }),
        fc.array(question, { minLength: 1, maxLength: 5 }),
        async (all, questions) => {
          await store(all);
          const versions = all.map((one, at) => ({ ...one, passportId: at + 1, status: 'published' as const }));
          const expected = questions.map(({ sku, storeId, batch, serial }) => {
            const asked = {
              sku,
              storeId,
              ...(batch === undefined ? {} : { batch }),
              ...(serial === undefined ? {} : { serial }),
            };
            return choosePublic(versions, asked, TODAY)?.passportId;
          });
          const found = await passports.bySkus(questions);
          expect(found.map((one) => one?.passportId)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
