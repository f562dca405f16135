/**
 * All that the crawl asks is asked twice: over REST of one application, and over SOAP of its twin, where it can be said in
 * the elements of SOAP. Clocks stand still and both do the same in the same order on the same database (a failed insert
 * uses up an id of MariaDB, and none of SQLite), so that ids, times and versions are the same, and what is answered,
 * refused and stored has to be, field by field (soap.md).
 */
import type { TestApp } from '../support/app.js';
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { soapCall } from '../support/soap.js';
import { SoapInterface } from './soap/soap-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

describeOnDatabases('SOAP answers as REST does', (database: DatabaseKind) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: (app: TestApp) => new SoapInterface(app, soapCall) }];
    twins = await Twins.crawl({ database, others, refusals: refusalsOr(3), keys: false });
  }, 900_000);
  afterAll(() => twins.close());

  it('field by field, answers, refusals and what is stored', () => {
    twins.other.mustAgree();
    expect(twins.other.outcome.compared).toBeGreaterThan(1400);
  });

  it('each operation, with success and with a refusal', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
