/**
 * The crawl sends each write twice: over REST to one application, and as an asynchronous call to its twin, where the
 * operation has one. Results and stored data must be the same (jobs.md).
 */
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { AsyncInterface } from './async/async-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

const REFUSALS = { sqlite: refusalsOr(3), mysql: refusalsOr(1) };

describeOnDatabases('asynchronous calls', (database: DatabaseKind) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: () => new AsyncInterface() }];
    twins = await Twins.crawl({ database, others, refusals: REFUSALS[database], keys: true });
  }, 900_000);
  afterAll(() => twins.close());

  it('have the same responses, errors and stored data as REST', () => twins.other.mustAgree());

  it('cover each operation, with success and with an error', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
