import type { Party, PublicPassport } from '../../passport/domain/index.js';
import { acceptedOperatorId, productKey, queuedEntry, upiOf } from './entry.js';
import { requestOf } from './request.js';

const LEI = '529900T8BM49AURSDO55';
const party = (role: string, scheme: string | null, value: string, since: string | null = null): Party =>
  ({ role, ids: [{ scheme, value }], since }) as unknown as Party;
const maker = (idScheme: string | null, operatorId: string | null) => ({ idScheme, operatorId });

const GLN = '9524000000187';

describe('acceptedOperatorId', () => {
  it.each([
    ['the LEI of a manufacturer', [], maker('lei', LEI), LEI],
    ['nothing for a manufacturer with a GLN alone', [], maker('gln', GLN), undefined],
    ['the VAT number of a manufacturer that also has a GLN', [party('manufacturer', 'vat', 'DE123456789')], maker('gln', GLN), 'DE123456789'], // prettier-ignore
    ['the importer, not the manufacturer', [party('importer', 'ntr', 'HU-01-09')], maker('lei', LEI), 'HU-01-09'],
    ['nothing for an importer without an accepted ID, even if the manufacturer has one', [party('importer', 'eori', 'HU1')], maker('lei', LEI), undefined], // prettier-ignore
    [
      'the manufacturer if the importer came later',
      [party('importer', 'eid', 'HU/AT/1', '2028-01-01')],
      maker('lei', LEI),
      LEI,
    ],
    ['nothing for a distributor', [party('distributor', 'lei', LEI)], maker(null, 'x'), undefined],
    ['nothing without an operator', [], null, undefined],
  ])('returns %s', (_, parties, manufacturer, value) => {
    expect(acceptedOperatorId({ parties, manufacturer })?.value).toBe(value);
  });
});

const VIEW = {
  passport_id: 17,
  uuid: 'u-1',
  version: 3,
  sku: 'BAT',
  mpn: null,
  gtin: '09524000010018',
  batch: 'L/1',
  serial: 'S&1',
  granularity: 'item',
  hs_code: '85076000',
  manufacturer: { name: 'M', operator_id: LEI, id_scheme: 'lei' },
  backup_provider: { operator_id: '123456789', id_scheme: 'duns' },
  public_url: 'https://p.example/base/dpp/u-1',
  published_at: '2027-03-01T12:00:00.000Z',
} as unknown as PublicPassport;

describe('an entry for the EU registry', () => {
  it('identifies the version by its Digital Link, or by its page without a GTIN', () => {
    expect(queuedEntry(7, VIEW)).toEqual({
      id: 7,
      passportId: 17,
      version: 3,
      product: productKey('https://p.example/base/01/09524000010018/21/S%261'),
      problem: null,
    });
    expect(upiOf(VIEW)).toBe('https://p.example/base/01/09524000010018/21/S%261');
    expect([productKey('a'), productKey('b'), productKey('')]).toEqual([1678518572, 1728851429, 18652613]);
    expect(upiOf({ ...VIEW, gtin: null })).toBe('https://p.example/base/dpp/u-1');
    const other = { ...VIEW, manufacturer: { name: 'M', operator_id: GLN, id_scheme: 'gln' } } as PublicPassport;
    expect(queuedEntry(7, other).problem).toBe('operator_identifier');
  });

  it('contains the members of EN 18222, Table 11, and what the registry stores', () => {
    expect(requestOf(VIEW, 'update', 'sha-256:x')).toEqual({
      action: 'update',
      uniqueProductIdentifier: 'https://p.example/base/01/09524000010018/21/S%261',
      digitalProductPassportId: 'https://p.example/base/dpp/u-1',
      dppApiEndpoint: 'https://p.example/base/dpp/v1/dpps/u-1',
      granularity: 'item',
      modelIdentifier: 'https://p.example/base/01/09524000010018',
      batchIdentifier: 'https://p.example/base/01/09524000010018/10/L%2F1',
      commodityCode: '85076000',
      uniqueEconomicOperatorIdentifier: `0199:${LEI}`,
      economicOperatorScheme: 'lei',
      backupUniqueEconomicOperatorIdentifier: '0060:123456789',
      version: 3,
      versionHash: 'sha-256:x',
      lastUpdated: '2027-03-01T12:00:00.000Z',
    });
  });

  it.each([
    [{ gtin: null }, { modelIdentifier: 'BAT', batchIdentifier: 'L/1' }],
    [
      { gtin: null, mpn: 'RP-545' },
      { modelIdentifier: 'RP-545', batchIdentifier: 'L/1' },
    ],
    [{ granularity: 'batch', serial: null }, { modelIdentifier: 'https://p.example/base/01/09524000010018' }],
    [{ granularity: 'model', batch: null, serial: null }, {}],
    [{ batch: null }, { modelIdentifier: 'https://p.example/base/01/09524000010018' }],
  ])('names the model and batch that it belongs to: %j', (fields, expected) => {
    const { modelIdentifier, batchIdentifier } = requestOf({ ...VIEW, ...fields } as PublicPassport, 'register', 'h');
    const found = { modelIdentifier, batchIdentifier };
    expect(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))).toEqual(expected);
  });
});
