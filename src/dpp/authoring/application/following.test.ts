import { aVersion } from '../../../../test/support/passport-content.js';
import { plain, say } from '../../../../libs/kernel/index.js';
import type { PassportVersion } from '../../passport/domain/index.js';
import type { PassportBook } from '../ports/passport-book.js';
import { linkFaults, selfFaults } from './following.js';

const part = (passport: number) => ({ passport, productId: null, link: null, quantity: null, role: null });
const following = (id: number | null) => aVersion({ predecessorId: id });
const madeOf = (id: number | null) => aVersion({ components: id === null ? [] : [part(id)] });

/** A book in which each passport names the next one, and the last one names none. */
const rowOf = (length: number, naming: (id: number | null) => PassportVersion): PassportBook =>
  ({
    passport: (id: number) => Promise.resolve(id <= length ? {} : undefined),
    currentOf: (id: number) => Promise.resolve(id > length ? [] : [naming(id < length ? id + 1 : null)]),
  }) as unknown as PassportBook;

const faultTexts = async (...parameters: Parameters<typeof linkFaults>): Promise<readonly string[]> =>
  (await linkFaults(...parameters)).map((fault) => plain(say(fault)));

describe('linkFaults for predecessors', () => {
  it('allows chains of at most 100 passports', async () => {
    expect(await faultTexts(rowOf(100, following), 1000, following(1))).toEqual([]);
    const [fault] = await faultTexts(rowOf(101, following), 1000, following(1));
    expect(fault).toMatch(/^The predecessor chain of passport 1 has more than 100 passports\./);
  });

  it('rejects a cycle through any of the predecessors', async () => {
    const [fault] = await faultTexts(rowOf(10, following), 5, following(1));
    expect(fault).toMatch(/^Passport 1 is already a direct or indirect successor of passport 5/);
    const [second] = await faultTexts(
      rowOf(10, following),
      5,
      aVersion({ predecessorId: 7, predecessors: ['7', '2'] }),
    );
    expect(second).toMatch(/^Passport 2 is already a direct or indirect successor of passport 5/);
    expect(await faultTexts(rowOf(10, following), 5, following(null))).toEqual([]);
    expect(await faultTexts(rowOf(10, following), 5, aVersion({ predecessors: ['https://a.example'] }))).toEqual([]);
  });

  it('rejects a passport that does not exist', async () => {
    expect(
      await faultTexts(rowOf(10, following), 50, aVersion({ predecessorId: 1, predecessors: ['1', '11'] })),
    ).toEqual([
      'Invalid value of "11" provided for the predecessor_id field. Allowed: the id of an existing passport.',
    ]);
  });
});

describe('linkFaults for components', () => {
  it('allows at most 10 levels of nesting', async () => {
    expect(await faultTexts(rowOf(10, madeOf), 1000, madeOf(1))).toEqual([]);
    expect((await faultTexts(rowOf(11, madeOf), 1000, madeOf(1)))[0]).toMatch(
      /components nested more than 10 levels deep/,
    );
  });

  it('allows at most 200 components', async () => {
    const flat = (count: number) => aVersion({ components: Array.from({ length: count }, (_, at) => part(at + 1)) });
    const none = rowOf(1000, () => madeOf(null));
    expect(await faultTexts(none, 2000, flat(200))).toEqual([]);
    expect((await faultTexts(none, 2000, flat(201)))[0]).toMatch(/^Passport 201 has more than 200 component passports/);
  });

  it('rejects cycles, and a passport that contains itself', async () => {
    expect((await faultTexts(rowOf(8, madeOf), 5, madeOf(1)))[0]).toMatch(
      /^Passport 5 is already a direct or indirect component of passport 1/,
    );
    expect(selfFaults(5, madeOf(5))).toHaveLength(1);
    expect(selfFaults(5, following(5))).toHaveLength(1);
    expect(selfFaults(5, madeOf(6))).toEqual([]);
  });

  it('checks components only if they have changed', async () => {
    expect(await faultTexts(rowOf(8, madeOf), 5, madeOf(1), madeOf(1))).toEqual([]);
  });
});
