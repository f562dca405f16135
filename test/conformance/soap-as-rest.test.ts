/**
 * The crawl sends each request twice: over REST to one application, and over SOAP to its twin, where SOAP elements can
 * express it. Clocks stand still, and both do the same in the same order on the same kind of database (a failed insert
 * uses up an ID on MariaDB, but not on SQLite). So IDs, times and versions are equal, and responses, errors and stored
 * data must be equal field by field (soap.md).
 */
import type { TestApp } from '../support/app.js';
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { soapCall } from '../support/soap.js';
import { SoapInterface } from './soap/soap-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

describeOnDatabases('SOAP', (database: DatabaseKind) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: (app: TestApp) => new SoapInterface(app, soapCall) }];
    twins = await Twins.crawl({ database, others, refusals: refusalsOr(3), keys: false });
  }, 900_000);
  afterAll(() => twins.close());

  it('has the same responses, errors and stored data as REST, field by field', () => {
    twins.other.mustAgree();
    expect(twins.other.outcome.compared).toBeGreaterThan(1400);
  });

  it('covers each operation, with success and with an error', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
