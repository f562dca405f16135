import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Fault,
  InputRefused,
  NoSuchEntity,
  type Page,
  refuse,
  sentence,
  Transactions,
} from '../../../../libs/kernel/index.js';
import type { Input, Precondition } from '../../../../libs/records/index.js';
import type { Actor, JsonObject } from '../../passport/domain/index.js';
import { droppedPaths } from '../domain/difference.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { currentOf, historyEvent, isSameVersion, keyedBy, refuseReserved, untilItHolds } from './current-versions.js';
import { FindTemplate } from '../../templates/index.js';
import { linkFaults, selfFaults } from './following.js';
import { PassportLock } from './passport-lock.js';
import { type PlannedChange, type PlannedCreation, PlanPassports } from './plan-passports.js';
import { mergedBody } from './passport-body.js';
import { type PassportChange, readPassport } from './read-passport.js';

interface UpdateOptions {
  readonly precondition?: Precondition<StoredVersion> | undefined;
  /** True if filled fields of the payload may be left out. */
  readonly replaces?: boolean;
}

const DROPPED_MAX = 100;

const droppedFaults = (before: JsonObject, next: JsonObject): readonly Fault[] => {
  const dropped = droppedPaths(before, next, 'dpp_payload');
  return dropped.length === 0
    ? []
    : [
        sentence(
          'The payload leaves out fields that have values: %fields. Send the whole payload, change single fields with PATCH, or send replace=1 to drop these values.',
          { fields: dropped.slice(0, DROPPED_MAX).join(', ') },
          'dpp_payload',
        ),
      ];
};

/** Creates, changes, deletes and reads drafts (passports.md, "A passport and its versions", "Authoring"). */
@Injectable()
export class AuthorPassports {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly plans: PlanPassports,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
    private readonly clock: Clock,
  ) {}

  /** The current version, or the version with this number. `NoSuchEntity`. */
  async get(id: number, version?: number): Promise<StoredVersion> {
    if (version === undefined) return (await currentOf(this.book, id)).shown;
    if (!(await this.book.passport(id))) throw new NoSuchEntity('id', id);
    const found = await this.book.version(id, version);
    if (!found) throw new NoSuchEntity('version', version);
    return found;
  }

  search(criteria: Criteria): Promise<Page<StoredVersion>> {
    return this.book.search(criteria);
  }

  async create(input: Input, actor: Actor): Promise<StoredVersion> {
    return untilItHolds(async () => {
      const plan = await this.plans.creation(input, actor);
      try {
        return await this.transactions.write(() => this.storeCreation(plan, actor));
      } catch (error) {
        if (error instanceof InputRefused) await refuseReserved(this.book, await this.book.byKey(plan.passport));
        throw error;
      }
    });
  }

  /**
   * Changes the working version and is refused without one (passports.md, "A passport and its versions"). A payload that
   * leaves out filled fields is refused unless it `replaces` them.
   */
  async update(id: number, input: Input, actor: Actor, options: UpdateOptions): Promise<StoredVersion> {
    const { change, faults } = readPassport(input, 'change');
    refuse(faults);
    return this.changed(id, actor, options, (work) => {
      const { dppPayload } = change;
      if (dppPayload && options.replaces !== true) refuse(droppedFaults(work.dppPayload, dppPayload));
      return change;
    });
  }

  /** Same as `update`, but applies a JSON Merge Patch (RFC 7396) to the working version. */
  async patch(id: number, patch: Input, actor: Actor, options: UpdateOptions): Promise<StoredVersion> {
    return this.changed(id, actor, options, (work) => {
      const { change, faults } = readPassport(mergedBody(patch, work), 'change');
      refuse(faults);
      return change;
    });
  }

  private changed(
    id: number,
    actor: Actor,
    { precondition }: UpdateOptions,
    changeOf: (work: StoredVersion) => PassportChange,
  ): Promise<StoredVersion> {
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const { passport, work, shown } = await currentOf(this.book, id);
        if (!work)
          throw InputRefused.sentence(
            'Passport %id has the status "%status" and no working version. Create a revision to change it.',
            { id, status: shown.status },
          );
        // Nothing is stored if the version changes after this.
        precondition?.(work);
        const plan = await this.plans.change(passport, work, changeOf(work), actor);
        return plan.fields.length === 0 ? work : this.transactions.write(() => this.storeChange(plan, actor));
      }),
    );
  }

  /** Only inside `Transactions.write`. Returns undefined if the template has changed meanwhile. */
  async storeCreation(
    { passport, version, template }: PlannedCreation,
    actor: Actor,
  ): Promise<StoredVersion | undefined> {
    if (!(await this.templates.isStill(template))) return undefined;
    const passportId = await this.book.addPassport(passport);
    // A new passport can have no successors, but a client can guess its ID.
    refuse(selfFaults(passportId, version));
    const made = { ...version, passportId };
    const id = await this.book.addVersion(made);
    const at = new Date(made.createdAt);
    await this.book.note(passportId, historyEvent(made, 'created', actor, at, { fromStatus: null }));
    return { ...made, id };
  }

  /** Only inside `Transactions.write`. Returns undefined if the basis of the plan has changed meanwhile. */
  async storeChange(plan: PlannedChange, actor: Actor): Promise<StoredVersion | undefined> {
    const { passport, work } = await currentOf(this.book, plan.work.passportId);
    if (!work || !isSameVersion(work, plan.work)) return undefined;
    if (!(await this.templates.isStill(plan.template))) return undefined;
    return this.writeChange(passport, plan, actor);
  }

  /** Same as `storeChange`, if this transaction has just read or created the working version. */
  async writeChange(passport: Passport, { work, next, fields }: PlannedChange, actor: Actor): Promise<StoredVersion> {
    // Checks again, now that every linked passport is locked.
    refuse(await linkFaults(this.book, passport.id, next, work));
    await this.book.changeVersions([next]);
    await this.book.changePassport(keyedBy(passport, next));
    await this.book.note(passport.id, historyEvent(next, 'changed', actor, new Date(next.updatedAt), { fields }));
    return next;
  }

  /** Deletes a working version that was never public, and the passport if it has no other version. */
  async remove(id: number, actor: Actor, precondition?: Precondition<StoredVersion>): Promise<void> {
    await this.writing(id, async () => {
      const { passport, work, published, shown } = await currentOf(this.book, id);
      if (!work)
        throw InputRefused.sentence(
          'Passport %id has the status "%status" and no working version to delete. Versions that have been published cannot be deleted.',
          { id, status: shown.status },
        );
      precondition?.(work);
      const next = published ?? (await this.book.newestBut(id, work.version));
      if (!next) return this.book.removePassport(id);
      await this.book.removeVersion(work.id);
      await this.book.changeVersions([{ ...next, isShown: true }]);
      await this.book.changePassport({ ...keyedBy(passport, next), isArchived: next.status === 'archived' });
      return this.book.note(id, historyEvent(work, 'removed', actor, this.clock.now(), { toStatus: null }));
    });
  }

  private writing<T>(id: number, work: () => Promise<T>): Promise<T> {
    return this.writer.withLock(id, () => this.transactions.write(work));
  }
}
