import { endToStore, isOver, linkEnd, sessionEnd, unusedEnd } from './session.js';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const at = (time: string): Date => new Date(`2026-11-27T${time}:00.000Z`);
const session = (endsAt: Date, unusedEndsAt: Date) => ({
  digest: 'x',
  adminId: 1,
  tokenVersion: 1,
  endsAt,
  unusedEndsAt,
  isByProvider: false,
});

describe('a session', () => {
  it('ends after 12 hours, or an hour without use, whichever is earlier', () => {
    expect(sessionEnd(NOW)).toEqual(new Date('2026-11-28T00:00:00.000Z'));
    expect(unusedEnd(sessionEnd(NOW), NOW)).toEqual(at('13:00'));
    expect(unusedEnd(at('12:20'), NOW)).toEqual(at('12:20'));
  });

  it('has expired at its end time', () => {
    expect(isOver({ unusedEndsAt: at('12:01') }, NOW)).toBe(false);
    expect(isOver({ unusedEndsAt: NOW }, NOW)).toBe(true);
  });

  it.each([
    ['does not store its use again after 4 minutes', '23:00', '12:56', undefined],
    ['stores its use again after 5 minutes', '23:00', '12:55', at('13:00')],
    ['does not store its use if it ends soon anyway', '12:10', '12:10', undefined],
  ])('%s', (_, endsAt, unusedEndsAt, stored) => {
    expect(endToStore(session(at(endsAt), at(unusedEndsAt)), NOW)).toEqual(stored);
  });
});

describe('a sign-in link', () => {
  it('expires after 10 minutes', () => expect(linkEnd(NOW)).toEqual(at('12:10')));
});
