import { covers, isGood, isTooLong, untilOf } from './grant.js';

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
])('a grant for %s: %s', (_, granted, is) => {
  expect(covers(granted, passport)).toBe(is);
});

it('is good until its end, and not at it; and no longer than it is revoked', () => {
  const until = new Date('2027-01-01T00:00:00.000Z');
  expect(isGood({ until, revokedAt: null }, new Date(until.getTime() - 1))).toBe(true);
  expect(isGood({ until, revokedAt: null }, until)).toBe(false);
  expect(isGood({ until, revokedAt: new Date(0) }, new Date(0))).toBe(false);
});

it.each([
  ['2027-01-31', '2027-01-31T23:59:59.999Z'],
  ['2027-01-31T10:00:00+01:00', '2027-01-31T09:00:00.000Z'],
  ['2027-02-30', undefined],
  ['2027-02-30T10:00Z', undefined],
  ['soon', undefined],
  ['2027-01-31T25:00:00Z', undefined],
])('until %s is %s', (text, at) => expect(untilOf(text)?.toISOString()).toBe(at));

it.each([
  ['2028-01-15T10:00:00.000Z', false],
  ['2028-01-15T12:00+02:00', false],
  ['2028-01-15T10:00:00.001Z', true],
  ['2028-01-15', false],
  ['2028-01-16', true],
])('365 days from 15 January 2027, 10:00 UTC: until %s is longer: %s', (text, is) => {
  expect(isTooLong(text, untilOf(text) as Date, new Date('2027-01-15T10:00:00.000Z'))).toBe(is);
});
