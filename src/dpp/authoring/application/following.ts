import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { PassportBook } from '../ports/passport-book.js';

const FIELD = 'predecessor_id';
/** How many passports are looked at, each locked: nobody else writes meanwhile. */
const FOLLOWED_MAX = 100;

/** A passport that names itself as the one it follows. */
export const followsItself = (id: number): Fault =>
  sentence("Passport %id can't follow itself: correct %fieldName.", { id, fieldName: FIELD }, FIELD);

/**
 * What is wrong with passport `id` following another one: that it is itself, or follows `id` already, directly or through
 * others. Only inside a write transaction: each passport on the way is locked as it is read, so of two that would close a
 * circle between them one sees the other's link.
 */
export const followingFaults = async (
  book: PassportBook,
  id: number,
  predecessorId: number | null,
): Promise<readonly Fault[]> => {
  if (predecessorId === id) return [followsItself(id)];
  const known = new Set<number>();
  const open = predecessorId === null ? [] : [predecessorId];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (known.has(one)) continue;
    known.add(one);
    if (known.size > FOLLOWED_MAX)
      return [
        sentence(
          'More than %max passports follow one another behind passport %predecessor: %fieldName must name one with fewer.',
          { max: FOLLOWED_MAX, predecessor: predecessorId ?? one, fieldName: FIELD },
          FIELD,
        ),
      ];
    await book.passport(one);
    for (const { predecessorId: before } of await book.currentOf(one)) {
      if (before === id)
        return [
          sentence(
            "Passport %predecessor follows passport %id already, directly or through others: %fieldName can't lead in a circle.",
            { predecessor: predecessorId ?? one, id, fieldName: FIELD },
            FIELD,
          ),
        ];
      if (before !== null) open.push(before);
    }
  }
  return [];
};
