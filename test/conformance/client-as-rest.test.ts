/**
 * The crawl sends each request twice: over REST to one application, and with the typed client to its twin. The client
 * must return what REST returns, with decimals as strings, and throw the errors of REST with status and text.
 */
import { databases } from '../support/databases.js';
import { ClientInterface } from './client/client-interface.js';
import { refusalsOr } from './twins/asks.js';
import { Twins } from './twins/twins.js';

/** The client does not depend on the database, so only a campaign tests both. */
const KINDS = process.env['CAMPAIGN_SEED'] === undefined ? (['sqlite'] as const) : databases();

describe.each(KINDS)('the typed client on %s', (database) => {
  let twins: Twins;

  beforeAll(async () => {
    const others = [{ database, other: () => new ClientInterface() }];
    twins = await Twins.crawl({ database, others, refusals: refusalsOr(3), keys: true });
  }, 900_000);
  afterAll(() => twins.close());

  it('has the same responses, errors and stored data as REST', () => twins.other.mustAgree());

  it('covers each operation, with success and with an error', () =>
    expect(twins.other.missed).toEqual({ succeeded: [], refused: [] }));
});
