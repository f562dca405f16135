import { KEYS_MAX, RepeatedEvents } from './repeated-events.js';

const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);

describe('a repeated event', () => {
  it('is reported at once, and with its count after the quarter hour', () => {
    const events = new RepeatedEvents<string>();
    expect(events.note('a', 'first', at('12:01:00'))).toEqual([{ line: 'first', count: 1, since: at('12:01:00') }]);
    for (let second = 0; second < 50; second += 1) expect(events.note('a', 'again', at('12:02:00'))).toEqual([]);
    expect(events.over(at('12:14:59'))).toEqual([]);
    expect(events.over(at('12:15:00'))).toEqual([{ line: 'first', count: 51, since: at('12:01:00') }]);
    expect(events.over(at('12:15:01'))).toEqual([]);
    expect(events.note('a', 'anew', at('12:16:00'))).toEqual([{ line: 'anew', count: 1, since: at('12:16:00') }]);
  });

  it('is reported per key, and only once without a repetition', () => {
    const events = new RepeatedEvents<string>();
    expect(events.note('a', 'of a', at('12:01:00'))).toHaveLength(1);
    expect(events.note('b', 'of b', at('12:01:00'))).toHaveLength(1);
    expect(events.over(at('12:15:00'))).toEqual([]);
  });

  it('is reported with its count before the first event of a later quarter hour', () => {
    const events = new RepeatedEvents<string>();
    events.note('a', 'old', at('12:01:00'));
    events.note('a', 'old', at('12:01:01'));
    expect(events.note('b', 'new', at('12:31:00'))).toEqual([
      { line: 'old', count: 2, since: at('12:01:00') },
      { line: 'new', count: 1, since: at('12:31:00') },
    ]);
  });

  it('uses bounded memory and lines for any number of keys', () => {
    const events = new RepeatedEvents<number>();
    let reported = 0;
    for (let key = 0; key < KEYS_MAX + 500; key += 1) reported += events.note(`key ${key}`, key, at('12:01:00')).length;
    expect(reported).toBe(KEYS_MAX + 1);
    expect(events.all()).toEqual([{ line: KEYS_MAX, count: 500, since: at('12:01:00') }]);
  });
});
