/**
 * Sends to every route all requests that its OpenAPI document describes, and compares the responses with those recorded
 * in `test/conformance/recorded`. A change that leaves the interface as it is changes nothing there.
 *
 * The requests follow from the recorded document and from the lists in `test/conformance/crawl`, so that a removed route
 * is noticed. The clock stands still. After an intended change of the interface, record again, and review the
 * differences before you commit them:
 *
 *   RECORD_CRAWL=1 npx jest test/conformance/recorded-crawl.test.ts
 */
import { buildClientSchema, printSchema } from 'graphql';
import { startApp, type TestApp } from '../support/app.js';
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { withoutSeconds } from '../support/without-seconds.js';
import { answerFaults } from './crawl/answer-faults.js';
import { changes } from './crawl/changes.js';
import { standStill } from './crawl/clock.js';
import { Crawler } from './crawl/crawler.js';
import { differences } from './crawl/differences.js';
import { Document, documentFrom } from './crawl/operations.js';
import { beside, introspection, OTHER_SETTINGS, questions, withOtherSettings } from './crawl/questions.js';
import { readTexts, type Texts, textsOf, writeTexts } from './crawl/recording.js';
import { doors, refusals } from './crawl/refusals.js';
import { Sequences } from './crawl/sequences.js';
import { setup } from './crawl/setup.js';
import { unaudited } from './crawl/unaudited.js';

const records = (): boolean => process.env['RECORD_CRAWL'] === '1';

/** Continues the crawl on a second application with other settings. */
const askWithOtherSettings = async (crawler: Crawler): Promise<void> => {
  const app = await startApp({ settings: OTHER_SETTINGS });
  try {
    crawler.goesTo(app.url);
    crawler.knows('root', await app.adminToken());
    crawler.knows('poor', await app.integrationToken());
    await crawler.all(withOtherSettings());
  } finally {
    await app.close();
  }
};

interface Crawled {
  readonly texts: Texts;
  readonly faults: readonly string[];
  readonly unaudited: readonly string[];
}

const crawl = async (app: TestApp, database: DatabaseKind, recorded: Texts): Promise<Crawled> => {
  const sequences = database === 'mysql' ? await Sequences.of(app.databaseUrl) : undefined;
  const crawler = new Crawler(app.url, () => sequences?.closeGaps() ?? Promise.resolve());
  crawler.knows('root', await app.adminToken());
  crawler.knows('malformed', 'not-a-token-of-anybody');
  const { body } = await app.call('GET', '/rest/schema');
  const found = new Document({ ...body, info: { ...body.info, version: '<version>' } });
  const document = recorded['openapi.json'] === undefined ? found : documentFrom(recorded['openapi.json']);
  await crawler.all(setup());
  await crawler.all(questions());
  await crawler.all(beside());
  for (const operation of document.operations) await crawler.all(refusals(operation, document));
  await crawler.all(doors(document.operations));
  await crawler.all(changes());
  const { json } = await crawler.ask(introspection());
  await crawler.within('other-settings', () => askWithOtherSettings(crawler));
  await sequences?.end();
  const others = { 'openapi.json': found.text, 'schema.graphql': `${printSchema(buildClientSchema(json.data))}\n` };
  return {
    texts: textsOf(crawler.calls, others, recorded),
    faults: answerFaults(found, crawler.calls),
    unaudited: await unaudited(app, crawler.calls),
  };
};

describeOnDatabases('the recorded crawl', (database: DatabaseKind) => {
  let app: TestApp;
  let crawled: Crawled;

  beforeAll(async () => {
    standStill();
    app = await startApp({
      database,
      settings: { ACL_VENDOR: 'Test', PAGE_SIZE_MAX: '40', JOB_WORKERS: '0', JOBS_PER_CALLER: '1000' },
    });
    withoutSeconds(app);
    crawled = await crawl(app, database, records() && database === 'sqlite' ? {} : readTexts());
  });
  afterAll(async () => {
    await app.close();
    jest.useRealTimers();
  });

  it('returns the recorded responses', () => {
    if (records() && database === 'sqlite') writeTexts(crawled.texts);
    const found = differences(readTexts(), crawled.texts);
    if (found !== '') throw new Error(`Answered otherwise than recorded\n\n${found}`);
  });

  it('returns responses that the OpenAPI document declares', () => expect(crawled.faults).toEqual([]));

  it('creates an entry in the audit trail for every write and deletion', () => expect(crawled.unaudited).toEqual([]));
});
