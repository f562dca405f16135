/**
 * All that the crawl asks is asked twice: over REST of one application, over SOAP of its twins, one on each database, where
 * it can be said in the elements of SOAP. All clocks stand still and all do the same in the same order, so that ids, times
 * and versions are the same, and what is answered, refused and stored has to be, field by field (soap.md).
 */
import type { TestApp } from '../support/app.js';
import { databases } from '../support/databases.js';
import { soapCall } from '../support/soap.js';
import { SoapInterface } from './soap/soap-interface.js';
import { refusalsOr } from './twins/asks.js';
import { type Twin, Twins } from './twins/twins.js';

describe('SOAP answers as REST does', () => {
  const kinds = databases();
  let twins: Twins;

  beforeAll(async () => {
    const others = kinds.map((database) => ({
      database,
      other: (app: TestApp) => new SoapInterface(app, soapCall),
    }));
    twins = await Twins.crawl({ database: 'sqlite', others, refusals: refusalsOr(3), keys: false });
  }, 900_000);
  afterAll(() => twins.close());

  describe.each(kinds.map((kind, index) => [kind, index] as const))('on %s', (_, index) => {
    const twin = (): Twin => {
      const found = twins.others[index];
      if (!found) throw new Error('nobody was asked over SOAP');
      return found;
    };

    it('field by field, answers and refusals', () => {
      twin().mustAgree();
      expect(twin().outcome.compared).toBeGreaterThan(1400);
    });

    it('each operation, with success and with a refusal', () =>
      expect(twin().missed).toEqual({ succeeded: [], refused: [] }));
  });
});
