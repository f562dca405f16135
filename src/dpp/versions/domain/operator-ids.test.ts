import type { PublicPassport } from '../../passport/domain/index.js';
import { economicOperatorId, facilityId } from './operator-ids.js';

const view = (parts: object): PublicPassport => ({ manufacturer: null, issuer: null, ...parts }) as PublicPassport;
const party = (role: string, scheme: string | null, value: string, since?: string) => ({
  role,
  ids: [{ scheme, value }],
  ...(since === undefined ? {} : { since }),
});
const MAKER = { operator_id: '9524000000187', id_scheme: 'gln' };
const ISSUER = { operator_id: 'ISSUER-1' };

it.each([
  ['the importer, by its GLN', { parties: [party('manufacturer', 'lei', 'L'), { role: 'importer', ids: [{ scheme: 'eori', value: 'HU1' }, { scheme: 'gln', value: '9524000000194' }] }], manufacturer: MAKER }, 'https://id.gs1.org/417/9524000000194'], // prettier-ignore
  ['the importer, by any ID', { parties: [party('importer', 'eori', 'HU1')], manufacturer: MAKER }, 'eori:HU1'],
  ['the manufacturer, if the importer has no ID', { parties: [{ role: 'importer', ids: [] }], manufacturer: MAKER }, 'https://id.gs1.org/417/9524000000187'], // prettier-ignore
  ['the manufacturer alone', { manufacturer: { operator_id: '00EX00SAARFLUSS00132', id_scheme: 'lei' } }, '0199:00EX00SAARFLUSS00132'], // prettier-ignore
  ['a manufacturer without a scheme', { manufacturer: { operator_id: 'M-1', id_scheme: null } }, 'M-1'],
  ['the issuer', { issuer: ISSUER }, 'ISSUER-1'],
  ['nothing if there is only a distributor', { parties: [party('distributor', 'gln', '9524000000187')] }, undefined],
])('economicOperatorId identifies %s', (_who, parts, id) => {
  expect(economicOperatorId(view(parts))).toBe(id);
});

it('economicOperatorId does not change after a transfer to another party', () => {
  for (const role of ['importer', 'repurposer', 'waste_operator']) {
    const parties = [party('importer', 'eori', 'HU1'), party(role, 'gln', '9524000000194', '2028-01-01')];
    expect(economicOperatorId(view({ parties }))).toBe('eori:HU1');
    expect(economicOperatorId(view({ parties: parties.slice(1), manufacturer: MAKER }))).toContain('9524000000187');
  }
});

it('facilityId identifies the first facility', () => {
  const [gln, other] = [{ id: '9524000000194', scheme: 'gln' }, { id: '123456789', scheme: 'duns' }]; // prettier-ignore
  expect(facilityId(view({ facilities: [gln, other] }))).toBe('https://id.gs1.org/414/9524000000194');
  expect(facilityId(view({ facilities: [other, gln] }))).toBe('0060:123456789');
  expect(facilityId(view({ facilities: [{ id: null, name: 'Plant' }] }))).toBeUndefined();
  expect(facilityId(view({}))).toBeUndefined();
});
