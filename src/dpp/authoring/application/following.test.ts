import { aVersion } from '../../../../test/support/passport-content.js';
import { plain, say } from '../../../../libs/kernel/index.js';
import type { PassportBook } from '../ports/passport-book.js';
import { followingFaults } from './following.js';

/** A book in which each passport follows the next one, and the last one nobody. */
const rowOf = (length: number): PassportBook =>
  ({
    passport: () => Promise.resolve(undefined),
    currentOf: (id: number) => Promise.resolve([aVersion({ predecessorId: id < length ? id + 1 : null })]),
  }) as unknown as PassportBook;

describe('passports that follow one another', () => {
  it('are looked through up to a hundred', async () => {
    expect(await followingFaults(rowOf(100), 1000, 1)).toEqual([]);
    const [fault] = await followingFaults(rowOf(101), 1000, 1);
    expect(fault && plain(say(fault))).toMatch(/^More than 100 passports follow one another behind passport 1:/);
  });

  it('lead in no circle', async () => {
    const [fault] = await followingFaults(rowOf(10), 5, 1);
    expect(fault && plain(say(fault))).toMatch(/^Passport 1 follows passport 5 already/);
    expect(await followingFaults(rowOf(10), 5, null)).toEqual([]);
  });
});
