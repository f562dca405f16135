import type { Filter } from '../../../../libs/kernel/index.js';
import type { PassportBook, StoredVersion } from '../ports/passport-book.js';

/** Small, because payloads are large. */
const AT_ONCE = 20;

const behind = (id: number): Filter => ({ property: 'passportId', condition: 'gt', values: [id] });
const ALIVE: Filter = { property: 'status', condition: 'neq', values: ['archived'] };

/** The next passports, and how many are left in total. */
interface WalkedPassports {
  readonly total: number;
  readonly versions: readonly StoredVersion[];
}

/** Current versions that match and are not archived, in the order of passport IDs, a few at a time. */
export async function* walkPassports(book: PassportBook, filters: readonly Filter[]): AsyncGenerator<WalkedPassports> {
  for (let last = 0; ;) {
    const groups = [...filters, ALIVE, behind(last)].map((filter) => [filter]);
    const { items, total } = await book.search({ groups, sort: [], page: 1, pageSize: AT_ONCE });
    if (items.length > 0) yield { total, versions: items };
    const end = items.at(-1);
    if (!end || items.length < AT_ONCE) return;
    last = end.passportId;
  }
}
