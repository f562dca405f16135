import { covers, isValid, isTooLong, mayMeasure, untilOf, instantOf } from './grant.js';

const nothing = { gtins: [], serials: [], passportIds: [], template: null };
const passport = { passportId: 7, gtin: '09524000010018', serial: 'S1', templateCode: 'battery' };

it.each([
  ['nothing', nothing, false],
  ['its template', { ...nothing, template: 'battery' }, true],
  ['another template', { ...nothing, template: 'textile' }, false],
  ['its number', { ...nothing, passportIds: [7] }, true],
  ['its GTIN', { ...nothing, gtins: ['09524000010018'] }, true],
  ['its serial number', { ...nothing, serials: [{ gtin: '09524000010018', serial: 'S1' }] }, true],
  ['another serial number of its GTIN', { ...nothing, serials: [{ gtin: '09524000010018', serial: 'S2' }] }, false],
  ['the serial number of another GTIN', { ...nothing, serials: [{ gtin: '09524000010025', serial: 'S1' }] }, false],
])('a grant for %s covers the passport: %s', (_, granted, is) => {
  expect(covers(granted, passport)).toBe(is);
});

it('a grant is valid before its end and until it is revoked', () => {
  const until = new Date('2027-01-01T00:00:00.000Z');
  expect(isValid({ suspendedAt: null, until, revokedAt: null }, new Date(until.getTime() - 1))).toBe(true);
  expect(isValid({ suspendedAt: null, until, revokedAt: null }, until)).toBe(false);
  expect(isValid({ suspendedAt: null, until, revokedAt: new Date(0) }, new Date(0))).toBe(false);
});

it.each([
  ['2027-01-31', '2027-01-31T23:59:59.999Z'],
  ['2027-01-31T10:00:00+01:00', '2027-01-31T09:00:00.000Z'],
  ['2027-02-30', undefined],
  ['2027-02-30T10:00Z', undefined],
  ['soon', undefined],
  ['2027-01-31T25:00:00Z', undefined],
])('untilOf reads %s as %s', (text, at) => expect(untilOf(text)?.toISOString()).toBe(at));

it.each([
  ['2028-01-15T10:00:00.000Z', false],
  ['2028-01-15T12:00+02:00', false],
  ['2028-01-15T10:00:00.001Z', true],
  ['2028-01-15', false],
  ['2028-01-16', true],
])('from 15 January 2027, 10:00 UTC, an end on %s is too late: %s', (text, is) => {
  expect(isTooLong(text, untilOf(text) as Date, new Date('2027-01-15T10:00:00.000Z'))).toBe(is);
});

it.each([
  ['2027-03-01', '2027-03-01T00:00:00.000Z'],
  ['2027-03-01T10:00Z', '2027-03-01T10:00:00.000Z'],
  ['2027-03-01T10:00:05.25+01:30', '2027-03-01T08:30:05.250Z'],
  ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
  ['1970-01-01T00:00Z', '1970-01-01T00:00:00.000Z'],
  ['1969-12-31T23:00-01:00', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('instantOf reads %s as %s', (text, at) => expect(instantOf(text)?.toISOString()).toBe(at));

it.each([
  ...[
    '2027-02-30',
    '2027-02-30T10:00Z',
    '2027-02-29T10:00:00Z',
    '2027-04-31T10:00+02:00',
    '2027-13-01',
    '2027-00-01T00:00Z',
  ],
  ...[
    '2027-03-01T24:00Z',
    '2027-03-01T10:60Z',
    '2027-03-01T10:00:60Z',
    '2027-03-01T10:00',
    '2027-03-01T10:00+25:00',
    'soon',
    '',
  ],
  // Outside the years 1970 to 9999 in UTC, or with a five-digit year.
  ...[
    '0000-01-01T00:00:00+14:00',
    '0001-01-01',
    '1970-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '12027-01-01T00:00Z',
  ],
])('instantOf rejects %j', (text) => expect(instantOf(text)).toBeUndefined());
// prettier-ignore

it.each<[string, readonly string[] | null, string, boolean]>([
  ['cycle_count', null, 'battery', true],
  ['negative_events', null, 'battery', true],
  ['energy_throughput_kwh', null, 'battery', false],
  ['performance', null, 'battery', false],
  ['performance', ['performance'], 'battery', true],
  ['cycle_count', ['performance'], 'battery', false],
  ['battery_status', ['battery_status'], 'battery', false],
  ['battery_status', null, 'own', false],
  ['performance', null, 'own', false],
  ['energy_throughput_kwh', null, 'own', true],
])('%s can be measured with a key for %j in passports of %s: %s', (point, points, template, may) => {
  expect(mayMeasure(points, point, template)).toBe(may);
});
