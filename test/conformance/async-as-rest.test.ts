/**
 * What the crawl writes is sent twice: over REST of one application, and to its twin as calls that are accepted and done
 * later, where there is such a form. What becomes of each call, and what is stored then, has to be the same (jobs.md).
 */
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { AsyncInterface } from './async/async-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

const REFUSALS = { sqlite: refusalsOr(3), mysql: refusalsOr(1) };

describeOnDatabases('calls that run later end as they do at once', (database: DatabaseKind) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: () => new AsyncInterface() }];
    twins = await Twins.crawl({ database, others, refusals: REFUSALS[database], keys: true });
  }, 900_000);
  afterAll(() => twins.close());

  it('with the same answers and refusals, and the same is stored', () => twins.other.mustAgree());

  it('each operation, with success and with a refusal', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
