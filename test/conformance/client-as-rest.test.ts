/**
 * What the crawl asks is asked twice: over REST of one application, and by the typed client of its twin. The client has
 * to answer what REST does, decimals as texts, and to throw what REST refuses, with its status and text.
 */
import { databases } from '../support/databases.js';
import { ClientInterface } from './client/client-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

/** The client sees no database: a campaign asks both. */
const KINDS = process.env['CAMPAIGN_SEED'] === undefined ? (['sqlite'] as const) : databases();

describe.each(KINDS)('the typed client answers as REST does on %s', (database) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: () => new ClientInterface() }];
    twins = await Twins.crawl({ database, others, refusals: refusalsOr(3), keys: true });
  }, 900_000);
  afterAll(() => twins.close());

  it('with the same answers and refusals, and the same is stored', () => twins.other.mustAgree());

  it('each operation, with success and with a refusal', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
