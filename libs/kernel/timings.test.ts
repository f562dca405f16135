import { Timings } from './timings.js';

describe('the timings of a request', () => {
  it('list each activity with its duration and count', () => {
    let now = 100;
    const timings = new Timings(() => now);
    const over = timings.begin('db');
    now = 103;
    over();
    timings.add('db', 1.25);
    timings.add('load-list', 7);
    now = 110.04;
    expect(timings.header).toBe('total;dur=10.0, db;dur=4.3;desc="2", load-list;dur=7.0;desc="1"');
  });
});
