import type { Filter } from '../../../../libs/kernel/index.js';
import type { PassportBook, StoredVersion } from '../ports/passport-book.js';

/** How many are read at once: payloads are heavy. */
const AT_ONCE = 20;

const behind = (id: number): Filter => ({ property: 'passportId', condition: 'gt', values: [id] });
const ALIVE: Filter = { property: 'status', condition: 'neq', values: ['archived'] };

/** How many there are behind a number, and the next of them. */
interface WalkedPassports {
  readonly total: number;
  readonly versions: readonly StoredVersion[];
}

/** The shown versions that match and aren't archived, by their passports' numbers, a few at a time. */
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
