import { Injectable } from '@nestjs/common';
import { InputRefused, NoSuchEntity, refuse, Transactions } from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import { type Actor, type Json, type JsonObject, PASSPORT_FIELDS } from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { type Difference, differences, isSame, TooDifferent } from '../domain/difference.js';
import { withoutTaken } from '../domain/sheets.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { type Current, currentOf, untilItHolds } from './current-versions.js';
import { DataSheets } from './data-sheets.js';
import { ChangePassportStatus, type PreparedRevision } from './change-passport-status.js';
import { PassportLock } from './passport-lock.js';
import { passportItem } from './passport-body.js';
import { PlanPassports } from './plan-passports.js';
import { PreparePublication } from './prepare-publication.js';

/** Maximum number of items per request; jobs handle more. */
export const REVISED_AT_ONCE = 100;

export interface ItemsRevision {
  readonly sheetId: number;
  readonly isTried: boolean;
}

/** The actual or expected outcome for an item. */
export type ItemOutcome =
  /** `version` is the new one; in a dry run its ID is 0. */
  | { readonly status: 'revised'; readonly version: StoredVersion; readonly changes: readonly Difference[] }
  /** The data sheets would change nothing. */
  | { readonly status: 'unchanged'; readonly version: StoredVersion }
  /** The item has a working version, which its author must publish or delete first. */
  | { readonly status: 'skipped'; readonly version: StoredVersion }
  | { readonly status: 'failed'; readonly version: StoredVersion; readonly refusal: InputRefused };

/** A checked item whose data sheets have changed its content. */
interface PlannedItem extends PreparedRevision {
  readonly changes: readonly Difference[];
}

/** Called with the number of finished items and the known total. Can stop the revision by throwing. */
type OnItem = (done: number, known: number) => void;

const IDS_AT_ONCE = 1000;

const AUTHORED = PASSPORT_FIELDS.filter(({ by }) => by === 'author').map(({ name }) => name);

/** Content from the author and from data sheets, in API form. */
const contentOf = (version: StoredVersion): JsonObject => {
  const item = { ...passportItem(version), dpp_payload: version.dppPayload } as JsonObject;
  return Object.fromEntries(AUTHORED.map((name) => [name, item[name] ?? null]));
};

const changesOf = (before: Json, after: Json): readonly Difference[] => {
  try {
    return differences(before, after);
  } catch (error) {
    if (error instanceof TooDifferent)
      throw InputRefused.sentence(
        'The new version has too many differences to list. Revise and publish this item individually.',
      );
    throw error;
  }
};

/**
 * Updates published items from their changed data sheets (passports.md, "When a data sheet changes"). Each new version
 * differs only in values from the sheets, and is checked and published as usual.
 */
@Injectable()
export class ReviseItems {
  constructor(
    private readonly book: PassportBook,
    private readonly sheets: DataSheets,
    private readonly plans: PlanPassports,
    private readonly preparation: PreparePublication,
    private readonly moves: ChangePassportStatus,
    private readonly templates: FindTemplate,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
  ) {}

  /**
   * Processes all published items of the sheet one by one, ordered by ID. After a restart, items that were already
   * processed are reported as unchanged. `NoSuchEntity`.
   */
  async *all(revision: ItemsRevision, actor: Actor, onItem: OnItem): AsyncGenerator<ItemOutcome> {
    const { sheetId } = revision;
    const known = await this.count(sheetId);
    let done = 0;
    for (let last = 0; ;) {
      const ids = await this.book.itemsOf(sheetId, last, IDS_AT_ONCE);
      for (const id of ids) {
        const outcome = await this.outcome(id, revision, actor);
        if (outcome) yield outcome;
        done += 1;
        onItem(done, Math.max(done, known));
        await yieldToEventLoop();
      }
      last = ids.at(-1) ?? last;
      if (ids.length < IDS_AT_ONCE) return;
    }
  }

  /** Number of items that refer to the sheet and are not archived. `NoSuchEntity`. */
  async count(sheetId: number): Promise<number> {
    await this.mustBeThere(sheetId);
    return this.book.countItemsOf(sheetId);
  }

  /** `NoSuchEntity`. */
  async mustBeThere(id: number): Promise<void> {
    if (!(await this.book.passport(id))) throw new NoSuchEntity('id', id);
  }

  /** Undefined for an unpublished item, because its sheets are read at publication. */
  private async outcome(id: number, revision: ItemsRevision, actor: Actor): Promise<ItemOutcome | undefined> {
    try {
      return await this.one(id, revision, actor);
    } catch (error) {
      // The item may have been deleted meanwhile.
      if (error instanceof NoSuchEntity) return undefined;
      if (!(error instanceof InputRefused)) throw error;
      const { published } = await currentOf(this.book, id);
      return published && { status: 'failed', version: published, refusal: error };
    }
  }

  private one(id: number, { isTried }: ItemsRevision, actor: Actor): Promise<ItemOutcome | undefined> {
    if (isTried) return this.tried(id, actor);
    return this.writer.withLock(id, async () => {
      const { outcome } = await untilItHolds(async () => {
        const current = await currentOf(this.book, id);
        const plan = await this.planned(current, actor);
        if (!plan) return { outcome: this.left(current) };
        const version = await this.transactions.write(() => this.moves.storePublished(plan, actor));
        return version && { outcome: { status: 'revised', version, changes: plan.changes } as const };
      });
      return outcome;
    });
  }

  private async tried(id: number, actor: Actor): Promise<ItemOutcome | undefined> {
    const current = await currentOf(this.book, id);
    const plan = await this.planned(current, actor);
    return plan ? { status: 'revised', version: plan.prepared.version, changes: plan.changes } : this.left(current);
  }

  private left({ work, published }: Current): ItemOutcome | undefined {
    return published && { status: work ? 'skipped' : 'unchanged', version: published };
  }

  /** Undefined if nothing changes. `InputRefused` with the reasons that prevent publication. */
  private async planned(current: Current, actor: Actor): Promise<PlannedItem | undefined> {
    const { passport, work, published } = current;
    if (work || !published) return undefined;
    const own = withoutTaken(published, published.takenFromSheets);
    const template = await this.templates.ofVersion(published);
    const { content, taken } = await this.sheets.filled(own, template.document);
    const [before, after] = [contentOf(published), contentOf(content)];
    if (isSame(before, after)) return undefined;
    const revision = await this.plans.revisedContent(current, { ...content, takenFromSheets: taken });
    const prepared = await this.preparation.prepare(passport, revision.draft, template, actor);
    refuse(prepared.faults);
    return { revision, template, prepared, qrTarget: passport.qrTarget, changes: changesOf(before, after) };
  }
}
