/**
 * What the crawl asks is asked twice: over REST of one application, and by the typed client of its twin. The client has
 * to answer what REST does, decimals as texts, and to throw what REST refuses, with its status and text.
 */
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { ClientFace } from './client/client-face.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

const REFUSALS = { sqlite: refusalsOr(3), mysql: refusalsOr(1) };

describeOnDatabases('the typed client answers as REST does', (database: DatabaseKind) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, face: () => new ClientFace() }];
    twins = await Twins.crawl({ database, others, refusals: REFUSALS[database], keys: true });
  }, 900_000);
  afterAll(() => twins.close());

  it('with the same answers and refusals, and the same is stored', () => twins.other.mustAgree());

  it('each operation, with success and with a refusal', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
