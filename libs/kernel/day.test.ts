import fc from 'fast-check';
import { addDays, day, dayIn, hasDayForm, isReversed, parseDay, periodHolds } from './day.js';

describe('parseDay', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(parseDay(text)).toBe(text);
  });

  it.each(['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '0000-01-01'])(
    'rejects %s, which does not exist',
    (text) => {
      expect(hasDayForm(text)).toBe(true);
      expect(parseDay(text)).toBeUndefined();
    },
  );

  it.each(['2026-1-1', '20260101', '2026/01/01', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n', ''])(
    'rejects %j, which has another format',
    (text) => {
      expect(hasDayForm(text)).toBe(false);
      expect(parseDay(text)).toBeUndefined();
    },
  );

  it('agrees with the JavaScript Date', () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), part(14), part(33), (year, month, dayOfMonth) => {
        const text = [
          String(year).padStart(4, '0'),
          String(month).padStart(2, '0'),
          String(dayOfMonth).padStart(2, '0'),
        ].join('-');
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect(parseDay(text) !== undefined).toBe(exists);
      }),
    );
  });
});

describe('dayIn', () => {
  const instant = new Date('2026-03-01T04:30:00Z');

  it.each([
    ['UTC', '2026-03-01'],
    ['America/New_York', '2026-02-28'],
    ['Asia/Tokyo', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01'],
    ['Pacific/Pago_Pago', '2026-02-28'],
  ])('in %s returns %s', (zone, expected) => {
    expect(dayIn(zone, instant)).toBe(expected);
  });

  it('changes exactly at midnight of the time zone', () => {
    expect(dayIn('Europe/London', new Date('2026-06-30T22:59:59.999Z'))).toBe('2026-06-30');
    expect(dayIn('Europe/London', new Date('2026-06-30T23:00:00.000Z'))).toBe('2026-07-01');
  });
});

describe('periods', () => {
  const period = { from: day('2026-01-10'), to: day('2026-01-20') };

  it.each([
    ['2026-01-09', false],
    ['2026-01-10', true],
    ['2026-01-20', true],
    ['2026-01-21', false],
  ])('include both ends: %s %s', (on, holds) => {
    expect(periodHolds(period, day(on))).toBe(holds);
  });

  it('are open at an end that is null', () => {
    expect(periodHolds({ from: null, to: day('2026-01-20') }, day('0001-01-01'))).toBe(true);
    expect(periodHolds({ from: day('2026-01-10'), to: null }, day('9999-12-31'))).toBe(true);
  });

  it('are reversed only if they end before they start', () => {
    expect(isReversed({ from: day('2026-01-02'), to: day('2026-01-01') })).toBe(true);
    expect(isReversed({ from: day('2026-01-01'), to: day('2026-01-01') })).toBe(false);
    expect(isReversed({ from: null, to: day('2026-01-01') })).toBe(false);
  });
});

it('addDays() crosses months and leap days', () => {
  expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29');
  expect(addDays(day('2025-12-31'), 1)).toBe('2026-01-01');
  expect(addDays(day('2026-03-01'), -1)).toBe('2026-02-28');
});

it('day() throws for a date that does not exist', () => {
  expect(() => day('2026-02-30')).toThrow('not a day');
});
