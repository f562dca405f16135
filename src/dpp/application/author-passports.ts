import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  InputRefused,
  NoSuchEntity,
  type Page,
  refuse,
  Transactions,
} from '../../../libs/kernel/index.js';
import { type Input, snakeCase } from '../../../libs/records/index.js';
import { differences } from '../domain/difference.js';
import { envelopeFaults, printedFaults } from '../domain/envelope.js';
import type { Json } from '../domain/json.js';
import type { PassportContent } from '../domain/passport.js';
import { type Actor, type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { Uuids } from '../ports/uuids.js';
import { currentOf, keyedBy } from './current-versions.js';
import { FindTemplate } from './find-template.js';
import { followingFaults, followsItself } from './following.js';
import { JudgePassport } from './judge-passport.js';
import { OneWriter } from './one-writer.js';
import { type PassportChange, readPassport } from './read-passport.js';

const same = (one: unknown, other: unknown): boolean => differences(one as Json, other as Json).length === 0;

const changedFields = (from: PassportContent, to: PassportContent): readonly string[] =>
  (Object.keys(to) as (keyof PassportContent)[])
    .filter((property) => !same(from[property], to[property]))
    .map((property) => snakeCase(property))
    .filter((name) => name !== 'template_id');

/** The content that a change makes of what was there. */
const changed = (version: StoredVersion, change: PassportChange): PassportChange => {
  // Another template without a version means its newest one, not the number of the former.
  const isOther = change.templateCode !== undefined && change.templateCode !== version.templateCode;
  const templateVersion = change.templateVersion === undefined && isOther ? null : change.templateVersion;
  return { ...change, ...(templateVersion === undefined ? {} : { templateVersion }) };
};

/** Drafts: made, changed and taken away; and reading them (passports.md §2, §5). */
@Injectable()
export class AuthorPassports {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly judge: JudgePassport,
    private readonly transactions: Transactions,
    private readonly writer: OneWriter,
    private readonly clock: Clock,
    private readonly uuids: Uuids,
  ) {}

  /** The version that is shown, or the one with this number. `NoSuchEntity`. */
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
    const { change, faults } = readPassport(input, 'create');
    refuse(faults);
    const { templateVersion, ...rest } = change;
    const template = await this.templates.named(change.templateCode ?? '', templateVersion);
    const content: PassportContent = {
      ...(rest as PassportContent),
      templateVersion: template.document.version,
      esprCategory: change.esprCategory ?? template.document.espr_category,
    };
    refuse(envelopeFaults(content));
    const now = this.clock.now();
    const passport: Passport = {
      id: 0,
      uuid: this.uuids.next(),
      sku: content.sku,
      storeId: content.storeId,
      batch: content.batch,
      serial: content.serial,
      isArchived: false,
      lastVersion: 1,
      printedGtin: null,
      qrTarget: null,
      createdAt: now,
    };
    const version = (passportId: number): StoredVersion => ({
      ...content,
      id: 0,
      passportId,
      uuid: passport.uuid,
      version: 1,
      status: 'draft',
      isShown: true,
      templateId: template.id,
      completenessScore: this.judge.score(content, template.document).score,
      issuer: null,
      publishedAt: null,
      archivedAt: null,
      archiveReason: null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    });
    return this.transactions.write(async () => {
      const passportId = await this.book.addPassport(passport);
      // Nobody follows a passport that is new, but its number may have been guessed.
      if (content.predecessorId === passportId) throw new InputRefused(followsItself(passportId));
      const made = version(passportId);
      const id = await this.book.addVersion(made);
      await this.book.note(passportId, {
        version: 1,
        action: 'created',
        fromStatus: null,
        toStatus: 'draft',
        reason: null,
        fields: [],
        actor,
        at: now,
      });
      return { ...made, id };
    });
  }

  /** Changes the version in work; without one it is refused (passports.md §2). */
  async update(id: number, input: Input, actor: Actor): Promise<StoredVersion> {
    const { change, faults } = readPassport(input, 'change');
    refuse(faults);
    return this.writing(id, async () => {
      const { passport, work, shown } = await currentOf(this.book, id);
      if (!work)
        throw InputRefused.sentence(
          'Passport %id is %status and has no version in work: make a revision to change it.',
          { id, status: shown.status },
        );
      return this.write(passport, work, change, actor);
    });
  }

  /** Takes away a version in work that was never public, and the passport with it if it was the only one. */
  async remove(id: number, actor: Actor): Promise<void> {
    await this.writing(id, async () => {
      const { passport, work, published, shown } = await currentOf(this.book, id);
      if (!work)
        throw InputRefused.sentence(
          "Passport %id is %status and has no version in work: what was published isn't deleted.",
          { id, status: shown.status },
        );
      const next = published ?? (await this.book.newestBut(id, work.version));
      if (!next) return this.book.removePassport(id);
      await this.book.removeVersion(work.id);
      await this.book.changeVersions([{ ...next, isShown: true }]);
      await this.book.changePassport({ ...keyedBy(passport, next), isArchived: next.status === 'archived' });
      return this.book.note(id, {
        version: work.version,
        action: 'removed',
        fromStatus: work.status,
        toStatus: null,
        reason: null,
        fields: [],
        actor,
        at: this.clock.now(),
      });
    });
  }

  private writing<T>(id: number, work: () => Promise<T>): Promise<T> {
    return this.writer.of(id, () => this.transactions.write(work));
  }

  private async write(
    passport: Passport,
    work: StoredVersion,
    sent: PassportChange,
    actor: Actor,
  ): Promise<StoredVersion> {
    const { templateVersion, ...rest } = changed(work, sent);
    const [code, number] = [rest.templateCode ?? work.templateCode, templateVersion ?? null];
    const keeps = rest.templateCode === undefined && templateVersion === undefined;
    const template = keeps
      ? await this.templates.ofVersion(work)
      : await this.templates.named(code, templateVersion === undefined ? work.templateVersion : number);
    const next: StoredVersion = {
      ...work,
      ...rest,
      templateId: template.id,
      templateCode: code,
      templateVersion: template.document.version,
    };
    refuse([
      ...envelopeFaults(next),
      ...(next.predecessorId === work.predecessorId
        ? []
        : await followingFaults(this.book, passport.id, next.predecessorId)),
      ...(passport.qrTarget === null ? [] : printedFaults({ ...passport, gtin: passport.printedGtin }, next)),
      // Ready for review means that its types are right, and they stay so.
      ...(next.status === 'active' ? this.judge.typeFaults(next, template.document) : []),
    ]);
    const fields = changedFields(work, next);
    if (fields.length === 0) return work;
    const now = this.clock.now();
    const stored: StoredVersion = {
      ...next,
      completenessScore: this.judge.score(next, template.document).score,
      updatedAt: now.toISOString(),
    };
    await this.book.changeVersions([stored]);
    await this.book.changePassport(keyedBy(passport, stored));
    await this.book.note(passport.id, {
      version: work.version,
      action: 'changed',
      fromStatus: work.status,
      toStatus: work.status,
      reason: null,
      fields,
      actor,
      at: now,
    });
    return stored;
  }
}
