import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Day,
  dayIn,
  InputRefused,
  NoSuchEntity,
  shown,
  Transactions,
} from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import type { Actor } from '../../passport/domain/index.js';
import { FindTemplate, type StoredTemplate } from '../../templates/index.js';
import { type CarryOver, evaluationDay, ruleFacts, type TemplateDocument } from '../../templates/domain/index.js';
import type { ReadinessItem } from '../domain/readiness.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { type Current, currentOf, untilItHolds, walkPassports } from './current-versions.js';
import { DataSheets, carriedPassport } from './data-sheets.js';
import { plannedVersion, type RowPlan } from './import-plans.js';
import { MeasuredContent } from './measured-content.js';
import { PassportLock } from './passport-lock.js';
import { PlanPassports } from './plan-passports.js';
import type { PassportChange } from './read-passport.js';
import { StorePlans } from './store-plans.js';

/** Maximum number of passports per request; jobs handle more. */
export const UPGRADED_AT_ONCE = 100;

/** The target template version, and whether this is a dry run. */
export interface Upgrade {
  readonly code: string;
  /** Null selects the newest version. */
  readonly to: string | null;
  readonly isTried: boolean;
  /** The date for which requirements are checked. */
  readonly on: Day | null;
}

/** The actual or expected outcome for a passport. */
export interface UpgradedPassport extends Pick<CarryOver, 'carried' | 'lost'> {
  readonly before: StoredVersion;
  /** The draft; in a dry run its ID is 0. */
  readonly after: StoredVersion;
  readonly on: Day;
  /** Data points required on that date that are missing or wrong in the draft. */
  readonly missing: readonly ReadinessItem[];
}

export type UpgradeOutcome =
  | { readonly version: StoredVersion; readonly upgraded: UpgradedPassport }
  | { readonly version: StoredVersion; readonly refused: InputRefused };

/** A checked upgrade that is not stored yet. */
interface PlannedUpgrade {
  readonly plan: RowPlan;
  readonly upgraded: UpgradedPassport;
}

/** Called with the number of finished passports and the known total. Can stop the upgrade by throwing. */
type OnPassport = (done: number, known: number) => void;

/** The first date on which the law of a template applies; undefined if there is none. */
const firstDay = ({ legal_basis: laws }: TemplateDocument): string | undefined =>
  laws
    .filter(({ status }) => status === 'in_force')
    .flatMap(({ in_force_from: from }) => from ?? [])
    .sort()[0];

/** Removes duplicates by name and keeps the first entry of each. */
const eachOnce = <T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] =>
  [...new Map(all.toReversed().map((one) => [nameOf(one), one])).values()].toReversed();

/**
 * Upgrades passports to another template or template version (passports.md, "Another version of a template"). Changes
 * the working version, or creates a revision of the published one. The public version stays the same.
 */
@Injectable()
export class UpgradePassports {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly plans: PlanPassports,
    private readonly storing: StorePlans,
    private readonly validator: PassportValidator,
    private readonly sheets: DataSheets,
    private readonly measured: MeasuredContent,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
    private readonly clock: Clock,
  ) {}

  async one(id: number, upgrade: Upgrade, actor: Actor): Promise<UpgradedPassport> {
    const target = await this.templates.named(upgrade.code, upgrade.to);
    if (upgrade.isTried) return (await this.planned(id, target, upgrade, actor)).upgraded;
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const { plan, upgraded } = await this.planned(id, target, upgrade, actor);
        const after = await this.transactions.write(() => this.storing.store(plan, actor));
        return after && { ...upgraded, after };
      }),
    );
  }

  /** Upgrades all passports of lower versions that are not archived. Each passport succeeds or fails on its own. */
  async *all(upgrade: Upgrade, actor: Actor, onPassport: OnPassport): AsyncGenerator<UpgradeOutcome> {
    const versions = await this.lower(upgrade);
    if (versions.length === 0) return;
    let done = 0;
    for await (const { versions: found, total } of walkPassports(this.book, this.filters(upgrade, versions)))
      for (const [index, version] of found.entries()) {
        yield await this.outcome(version, upgrade, actor);
        done += 1;
        onPassport(done, done + total - index - 1);
        await yieldToEventLoop();
      }
  }

  /**
   * Number of passports that `all` covers. `NoSuchEntity` for an unknown code, `InputRefused` for an unknown version.
   */
  async count(upgrade: Upgrade): Promise<number> {
    const versions = await this.lower(upgrade);
    if (versions.length === 0) return 0;
    const groups = this.filters(upgrade, versions).map((filter) => [filter]);
    const alive = { property: 'status', condition: 'neq', values: ['archived'] } as const;
    const { total } = await this.book.search({ groups: [...groups, [alive]], sort: [], page: 1, pageSize: 1 });
    return total;
  }

  private filters({ code }: Upgrade, versions: readonly string[]) {
    return [
      { property: 'templateCode', condition: 'eq', values: [code] },
      { property: 'templateVersion', condition: 'in', values: versions },
    ] as const;
  }

  /** Template versions below the target version, which must exist. */
  private async lower({ code, to }: Upgrade): Promise<readonly string[]> {
    const versions = await this.templates.versionsOf(code);
    if (versions.length === 0) throw new NoSuchEntity('code', shown(code));
    const { document } = await this.templates.named(code, to);
    return versions.slice(versions.indexOf(document.version) + 1);
  }

  private async outcome(version: StoredVersion, upgrade: Upgrade, actor: Actor): Promise<UpgradeOutcome> {
    try {
      return { version, upgraded: await this.one(version.passportId, upgrade, actor) };
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      return { version, refused: error };
    }
  }

  private async planned(id: number, target: StoredTemplate, { on }: Upgrade, actor: Actor): Promise<PlannedUpgrade> {
    const current = await currentOf(this.book, id);
    const before = current.work ?? current.shown;
    const from = await this.templates.ofVersion(before);
    if (from.id === target.id)
      throw InputRefused.sentence(
        'Passport %id already uses the template %template. Choose another template or version.',
        {
          id,
          template: `${target.document.code}@${target.document.version}`,
        },
      );
    const { change, carried, lost } = carriedPassport(before, from.document, target.document);
    const plan = await this.planOf(current, change, actor);
    const after = plannedVersion(plan);
    const filled = await this.sheets.filled(after, target.document);
    const read = await this.measured.withMeasuredValues(filled.content, target.document);
    const day = on ?? this.dayOf(read, target.document);
    const { items: missing } = await this.validator.readiness(actor, read, target.document, day);
    const differences = {
      carried: eachOnce([...carried, ...filled.carried], ({ from, to }) => `${from} ${to}`),
      lost: eachOnce([...lost, ...filled.lost], ({ path }) => path),
    };
    return { plan, upgraded: { before, after, ...differences, on: day, missing } };
  }

  private async planOf(current: Current, sent: PassportChange, actor: Actor): Promise<RowPlan> {
    const { passport, work } = current;
    if (work) return { kind: 'change', passport, change: await this.plans.change(passport, work, sent, actor) };
    const revision = await this.plans.revision(current, actor);
    return {
      kind: 'revision',
      passport,
      revision,
      change: await this.plans.change(passport, revision.draft, sent, actor),
    };
  }

  /**
   * The date of placing on the market, else the first date on which the law applies, so that an early dry run checks
   * future requirements.
   */
  private dayOf(read: StoredVersion, document: TemplateDocument): Day {
    const [today, first] = [dayIn('UTC', this.clock.now()), firstDay(document)];
    return evaluationDay(ruleFacts(read, document), first !== undefined && first > today ? (first as Day) : today);
  }
}
