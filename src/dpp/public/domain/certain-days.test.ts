import fc from 'fast-check';
import { addDays, day, dayIn, periodHolds } from '../../../../libs/kernel/index.js';
import { asDays, daysOnEarth, holdsOnAll } from './certain-days.js';

const ZONES = ['Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Pago_Pago', 'Etc/GMT+12'];
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const NEAR = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });

it('daysOnEarth includes the current day of every time zone', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...ZONES), (now, zone) => {
      const { earliest, latest } = daysOnEarth(now);
      const today = dayIn(zone, now);
      expect(earliest <= today && today <= latest).toBe(true);
    }),
  );
});

it('a period that holds on all days on Earth holds in every time zone', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...ZONES), NEAR, NEAR, (now, zone, from, to) => {
      const base = dayIn('UTC', now);
      const period = {
        from: from === null ? null : addDays(base, from),
        to: to === null ? null : addDays(base, to),
      };
      if (holdsOnAll(period, daysOnEarth(now))) expect(periodHolds(period, dayIn(zone, now))).toBe(true);
    }),
  );
});

it('holdsOnAll includes both ends of a period', () => {
  const on = asDays(day('2026-06-15'));
  expect(holdsOnAll({ from: day('2026-06-15'), to: day('2026-06-15') }, on)).toBe(true);
  expect(holdsOnAll({ from: day('2026-06-16'), to: null }, on)).toBe(false);
  expect(holdsOnAll({ from: null, to: day('2026-06-14') }, on)).toBe(false);
});
