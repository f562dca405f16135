import type { Transactions } from '../../../libs/kernel/index.js';
import type { RowRefused } from '../../../libs/records/index.js';
import { type Recorded } from '../../../libs/records/index.js';

/** Undoes what was only tried. */
class Tried extends Error {}

/**
 * Stores a batch of which a rule refuses a record, or none: all or nothing. The database may refuse one before it, so
 * those are tried first, and the first refused one is told.
 */
export const storeUnless = async <T extends Recorded, R>(
  transactions: Transactions,
  records: readonly T[],
  refused: RowRefused | undefined,
  store: (batch: readonly T[]) => Promise<R>,
): Promise<R> => {
  if (!refused) return store(records);
  const before = records.slice(0, refused.index);
  if (before.length === 0) throw refused;
  try {
    await transactions.write(async () => {
      await store(before);
      throw new Tried();
    });
  } catch (earlier) {
    if (!(earlier instanceof Tried)) throw earlier;
  }
  throw refused;
};
