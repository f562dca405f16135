import { Injectable } from '@nestjs/common';
import { InputRefused, Refusal, refuse, Transactions } from '../../../libs/kernel/index.js';
import { breathe, BrokenInput, type Input, snakeCase } from '../../../libs/records/index.js';
import { type Actor, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { AuthorPassports } from './author-passports.js';
import { currentOf } from './current-versions.js';
import { MovePassports } from './move-passports.js';
import { readPassport } from './read-passport.js';

export type ImportStatus = 'created' | 'updated' | 'unchanged';

/** What became of one row. */
export type ImportOutcome =
  | { readonly index: number; readonly status: ImportStatus; readonly version: StoredVersion }
  | { readonly index: number; readonly status: 'failed'; readonly refusal: Refusal };

/** What was tried is taken back. */
class TakenBack extends Error {}

/** A row may come from an export: the server's own names of passports mean nothing elsewhere. */
const OWN: ReadonlySet<string> = new Set(['id', 'passport_id', 'uuid', 'version', 'status']);

const withoutOwn = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !OWN.has(snakeCase(key))));

/**
 * Passports from files (passports.md §5). A row means the passport of its SKU, store view, batch and serial number: its
 * version in work is changed, a revision of what is published is made where something differs, else there is a new draft.
 * Each row is stored or refused for itself.
 */
@Injectable()
export class ImportPassports {
  constructor(
    private readonly author: AuthorPassports,
    private readonly moves: MovePassports,
    private readonly book: PassportBook,
    private readonly transactions: Transactions,
  ) {}

  /** With `dryRun` the same is told and nothing stored. */
  async run(rows: readonly Input[], actor: Actor, dryRun: boolean): Promise<readonly ImportOutcome[]> {
    if (!dryRun) return this.all(rows, actor);
    let outcomes: readonly ImportOutcome[] = [];
    try {
      await this.transactions.write(async () => {
        outcomes = await this.all(rows, actor);
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    return outcomes;
  }

  private async all(rows: readonly Input[], actor: Actor): Promise<readonly ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    for (const [index, input] of rows.entries()) {
      try {
        outcomes.push({ index, ...(await this.one(input, actor)) });
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        outcomes.push({ index, status: 'failed', refusal });
      }
      await breathe();
    }
    return outcomes;
  }

  private async one(
    input: Input,
    actor: Actor,
  ): Promise<{ readonly status: ImportStatus; readonly version: StoredVersion }> {
    if (input instanceof BrokenInput) throw new InputRefused(input.fault);
    const row = withoutOwn(input);
    const { change, faults } = readPassport(row, 'create');
    refuse(faults);
    const { sku = '', storeId = 0, batch = null, serial = null } = change;
    const found = await this.book.byKey({ sku, storeId, batch, serial });
    if (!found) return { status: 'created', version: await this.author.create(row, actor) };
    const { work, shown } = await currentOf(this.book, found.id);
    if (work) {
      const version = await this.author.update(found.id, row, actor);
      return { status: version.updatedAt === work.updatedAt ? 'unchanged' : 'updated', version };
    }
    return this.revised(found.id, shown, row, actor);
  }

  /** A revision that would say nothing new isn't made. */
  private async revised(
    id: number,
    shown: StoredVersion,
    row: Input,
    actor: Actor,
  ): Promise<{ readonly status: ImportStatus; readonly version: StoredVersion }> {
    try {
      const version = await this.transactions.write(async () => {
        const draft = await this.moves.revise(id, actor);
        const changed = await this.author.update(id, row, actor);
        if (JSON.stringify(changed) === JSON.stringify(draft)) throw new TakenBack();
        return changed;
      });
      return { status: 'updated', version };
    } catch (error) {
      if (error instanceof TakenBack) return { status: 'unchanged', version: shown };
      throw error;
    }
  }
}
