import { Injectable } from '@nestjs/common';
import { Clock, type Fault, refuse, Transactions } from '../../../../libs/kernel/index.js';
import { type ArchiveReason, noticeStatusesAfter, type Status, type Actor } from '../../passport/domain/index.js';
import { transitionFault } from '../domain/transitions.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { PassportNotices } from '../ports/publications.js';
import { type StoredTemplate, isSameTemplate, FindTemplate } from '../../templates/index.js';
import { type Current, currentOf, historyEvent, isSameVersion, keyedBy, untilItHolds } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';
import { linkFaults } from './following.js';
import { PassportLock } from './passport-lock.js';
import { type PlannedRevision, PlanPassports } from './plan-passports.js';
import { type Prepared, PreparePublication } from './prepare-publication.js';
import { PublishVersions } from './publish-versions.js';

const refuseStep = (from: Status, to: Status): void => {
  const fault: Fault | undefined = transitionFault(from, to);
  if (fault) refuse([fault]);
};

/** Work prepared outside the transaction, and the state that it was based on. Valid while that state is unchanged. */
interface Attempt {
  readonly work: StoredVersion;
  readonly template: StoredTemplate;
  readonly qrTarget: string | null;
  readonly prepared: Prepared;
}

/** A checked revision that is stored and published in one step. */
export interface PreparedRevision {
  readonly revision: PlannedRevision;
  readonly template: StoredTemplate;
  readonly qrTarget: string | null;
  readonly prepared: Prepared;
}

const holds = (attempt: Attempt, { work, passport }: Current, template: StoredTemplate): boolean =>
  work !== undefined &&
  isSameVersion(attempt.work, work) &&
  attempt.qrTarget === passport.qrTarget &&
  isSameTemplate(attempt.template, template);

/** Changes the status of passports (passports.md, "Life cycle"). Writers of one passport run one after another. */
@Injectable()
export class ChangePassportStatus {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly validator: PassportValidator,
    private readonly plans: PlanPassports,
    private readonly preparation: PreparePublication,
    private readonly publishing: PublishVersions,
    private readonly ended: EndedPassports,
    private readonly notices: PassportNotices,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
    private readonly clock: Clock,
  ) {}

  /** draft → active: ready for review. */
  activate(id: number, actor: Actor): Promise<StoredVersion> {
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const { work, shown } = await currentOf(this.book, id);
        refuseStep((work ?? shown).status, 'active');
        const template = await this.templates.ofVersion(work ?? shown);
        refuse(await this.validator.typeFaults(actor, work ?? shown, template.document));
        return this.transactions.write(() => this.step(id, 'active', actor, { work: work ?? shown, template }));
      }),
    );
  }

  /** active → draft. */
  rework(id: number, actor: Actor): Promise<StoredVersion> {
    return this.writing(id, async () => {
      const moved = await this.step(id, 'draft', actor);
      if (!moved) throw new Error('a step without a check can always be taken');
      return moved;
    });
  }

  /** Creates a draft next to a published version, or from an archived one. The public version stays the same. */
  revise(id: number, actor: Actor): Promise<StoredVersion> {
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const plan = await this.plans.revision(await currentOf(this.book, id), actor);
        return this.transactions.write(() => this.storeRevision(plan, actor));
      }),
    );
  }

  /** Only inside `Transactions.write`. Returns undefined if the basis of the plan has changed meanwhile. */
  async storeRevision(
    { shown, lastVersion, draft }: PlannedRevision,
    actor: Actor,
  ): Promise<StoredVersion | undefined> {
    const current = await currentOf(this.book, shown.passportId);
    const { passport } = current;
    if (current.work || passport.lastVersion !== lastVersion || !isSameVersion(current.shown, shown)) return undefined;
    // Checked again under the lock, because a notice may have been published meanwhile.
    refuse(await this.ended.faults(passport.id));
    await this.book.changePassport({
      ...keyedBy(passport, draft),
      lastVersion: draft.version,
      isArchived: false,
    });
    await this.book.changeVersions([{ ...shown, isShown: false }]);
    const versionId = await this.book.addVersion(draft);
    await this.note(draft, 'revised', shown.status, actor);
    return { ...draft, id: versionId };
  }

  /**
   * draft or active → published. The previously published version is archived in the same transaction. Slow work is
   * done before the transaction, and repeated if the state it was based on has changed.
   */
  publish(id: number, actor: Actor): Promise<StoredVersion> {
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const attempt = await this.attempt(id, actor);
        refuse(attempt.prepared.faults);
        return this.transactions.write(() => this.publishNow(id, attempt, actor));
      }),
    );
  }

  /**
   * Stores and publishes a revision in one step, so nobody sees the draft. Only inside `Transactions.write`. Returns
   * undefined if the state that was checked has changed.
   */
  async storePublished(
    { revision, template, qrTarget, prepared }: PreparedRevision,
    actor: Actor,
  ): Promise<StoredVersion | undefined> {
    const { passportId } = revision.shown;
    if (!(await this.templates.isStill(template))) return undefined;
    const draft = await this.storeRevision(revision, actor);
    if (!draft) return undefined;
    // Checks again, now that every linked passport is locked.
    refuse(await linkFaults(this.book, passportId, draft, revision.shown));
    const { work } = await currentOf(this.book, passportId);
    if (!work) throw new Error('a draft that was just stored does not exist');
    const version = { ...prepared.version, id: draft.id };
    const published = await this.publishNow(
      passportId,
      { work, template, qrTarget, prepared: { ...prepared, version } },
      actor,
    );
    if (!published) throw new Error('a row that this transaction has read changed within it');
    return published;
  }

  /** published → archived; a working version is not affected. */
  archive(id: number, reason: ArchiveReason, actor: Actor): Promise<StoredVersion> {
    return this.writing(id, async () => {
      const { passport, work, published, shown } = await currentOf(this.book, id);
      if (!published) {
        refuseStep(shown.status, 'archived');
        throw new Error('only a published version can be archived');
      }
      const archived = await this.publishing.archive(published, reason, actor);
      // Only passports that are recalled or have reached their end of life may keep a notice.
      if (noticeStatusesAfter(reason).length === 0) await this.notices.takeBack(id);
      if (!work) await this.book.changePassport({ ...passport, isArchived: true });
      return archived;
    });
  }

  archiveWarning(archived: StoredVersion): Promise<string | undefined> {
    return this.ended.archivedWarning(archived);
  }

  private writing<T>(id: number, work: () => Promise<T>): Promise<T> {
    return this.writer.withLock(id, () => this.transactions.write(work));
  }

  private async attempt(id: number, actor: Actor): Promise<Attempt> {
    const { passport, work, shown } = await currentOf(this.book, id);
    if (!work) {
      refuseStep(shown.status, 'published');
      throw new Error('only a draft or active version can be published');
    }
    const template = await this.templates.ofVersion(work);
    const prepared = await this.preparation.prepare(passport, work, template, actor);
    return { work, template, qrTarget: passport.qrTarget, prepared };
  }

  /** Returns undefined if the state that was checked has changed meanwhile. */
  private async publishNow(id: number, attempt: Attempt, actor: Actor): Promise<StoredVersion | undefined> {
    const current = await currentOf(this.book, id);
    const { passport, work, published, shown } = current;
    if (!work) refuseStep(shown.status, 'published');
    const template = await this.templates.ofVersion(attempt.work);
    if (!work || !holds(attempt, current, template)) return undefined;
    const { version, publication } = attempt.prepared;
    const { document } = template;
    const made = { passport, version, publication, template: document, from: work.status, superseded: published };
    return (await this.publishing.publish([made], actor))[0];
  }

  /** Only inside a transaction. Returns undefined if the state that was checked has changed meanwhile. */
  private async step(
    id: number,
    to: 'draft' | 'active',
    actor: Actor,
    validated?: Pick<Attempt, 'work' | 'template'>,
  ): Promise<StoredVersion | undefined> {
    const { work, shown } = await currentOf(this.book, id);
    refuseStep((work ?? shown).status, to);
    if (!work) throw new Error('only a draft or active version can become draft or active');
    if (validated && !isSameVersion(work, validated.work)) return undefined;
    if (validated && !isSameTemplate(await this.templates.ofVersion(work), validated.template)) return undefined;
    const moved: StoredVersion = { ...work, status: to, updatedAt: this.clock.now().toISOString() };
    await this.book.changeVersions([moved]);
    await this.note(moved, to === 'active' ? 'activated' : 'reworked', work.status, actor);
    return moved;
  }

  private note(
    version: StoredVersion,
    action: 'revised' | 'activated' | 'reworked',
    from: Status,
    actor: Actor,
  ): Promise<void> {
    const event = historyEvent(version, action, actor, this.clock.now(), { fromStatus: from });
    return this.book.note(version.passportId, event);
  }
}
