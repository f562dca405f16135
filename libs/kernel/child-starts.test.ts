import { ChildStarts } from './child-starts.js';

describe('child processes that cannot start (operations.md, "Health")', () => {
  let now = 0;
  const starts = () => new ChildStarts(() => now);
  beforeEach(() => {
    now = 0;
  });

  it('are reported by kind after the second failure in a row', () => {
    const all = starts();
    all.failed('search');
    expect(all.failing).toEqual([]);
    all.failed('search');
    all.failed('jobs');
    expect(all.failing).toEqual(['search']);
  });

  it('are counted anew after a successful start', () => {
    const all = starts();
    all.failed('search');
    all.succeeded('search');
    all.failed('search');
    expect(all.failing).toEqual([]);
  });

  it('are tried again after 30 s, and reported at once if that fails too', () => {
    const all = starts();
    all.failed('validation');
    all.failed('validation');
    now = 29_999;
    expect(all.failing).toEqual(['validation']);
    now = 30_000;
    expect(all.failing).toEqual([]);
    all.failed('validation');
    expect(all.failing).toEqual(['validation']);
  });
});
