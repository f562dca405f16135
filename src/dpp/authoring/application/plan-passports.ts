import { Injectable } from '@nestjs/common';
import { Clock, InputRefused, refuse } from '../../../../libs/kernel/index.js';
import { type Input, snakeCase } from '../../../../libs/records/index.js';
import { isSame } from '../domain/difference.js';
import { envelopeFaults, printedFaults } from '../domain/envelope.js';
import { stillTaken } from '../domain/sheets.js';
import { saidInBothWays } from '../domain/written-twice.js';
import { type Json, isInWork, type PassportContent, type Actor } from '../../passport/domain/index.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportJudge } from '../ports/passport-judge.js';
import { type StoredTemplate, FindTemplate } from '../../templates/index.js';
import type { Current } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';
import { linkFaults } from './following.js';
import { type PassportChange, readPassport } from './read-passport.js';

/** No passport has this number yet. */
const NEW = 0;

/** A new passport with its first version, both without the ids that the database gives, and what it was scored by. */
export interface PlannedCreation {
  readonly passport: Passport;
  readonly version: StoredVersion;
  readonly template: StoredTemplate;
}

/** What a change makes of a version in work, and what it was made of: it holds as long as that is the same. */
export interface PlannedChange {
  readonly work: StoredVersion;
  readonly template: StoredTemplate;
  readonly next: StoredVersion;
  /** The fields that differ, by their names on the wire; none if nothing changes. */
  readonly fields: readonly string[];
}

/** A new draft beside what is shown, and what it was made of. */
export interface PlannedRevision {
  readonly shown: StoredVersion;
  readonly lastVersion: number;
  readonly draft: StoredVersion;
}

const changedFields = (from: PassportContent, to: PassportContent): readonly string[] =>
  (Object.keys(to) as (keyof PassportContent)[])
    .filter((property) => !isSame(from[property] as Json, to[property] as Json))
    .map((property) => snakeCase(property))
    .filter((name) => name !== 'template_id');

/** The content that a change makes of what was there. */
const changed = (version: StoredVersion, change: PassportChange): PassportChange => {
  // Another template without a version means its newest one, not the number of the former.
  const isOther = change.templateCode !== undefined && change.templateCode !== version.templateCode;
  const templateVersion = change.templateVersion === undefined && isOther ? null : change.templateVersion;
  return { ...change, ...(templateVersion === undefined ? {} : { templateVersion }) };
};

/** A passport has one version in work: a second one isn't begun beside it (passports.md, "A passport and its versions"). */
const inWorkAlready = ({ status, version }: StoredVersion): InputRefused =>
  InputRefused.sentence("The passport is %from in version %version and can't become %to by a revision beside it.", {
    from: status,
    to: 'draft',
    version,
  });

/**
 * Works out and judges what would be written, and writes nothing: judging takes its time, which no transaction has
 * (passports.md, "Life cycle"). Whoever stores a plan looks again whether it still holds.
 */
@Injectable()
export class PlanPassports {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly judge: PassportJudge,
    private readonly ended: EndedPassports,
    private readonly clock: Clock,
  ) {}

  /** `InputRefused` as for the draft that it would be. */
  async creation(input: Input, actor: Actor): Promise<PlannedCreation> {
    const { change, faults } = readPassport(input, 'create');
    refuse(faults);
    const said = saidInBothWays(change);
    refuse(said.faults);
    const { templateVersion, ...rest } = said.change;
    const template = await this.templates.named(change.templateCode ?? '', templateVersion);
    const content: PassportContent = {
      ...(rest as PassportContent),
      templateVersion: template.document.version,
      esprCategory: change.esprCategory ?? template.document.espr_category,
    };
    refuse([...envelopeFaults(content), ...(await linkFaults(this.book, NEW, content))]);
    const { score } = await this.judge.score(actor, content, template.document);
    const now = this.clock.now();
    const passport: Passport = {
      id: 0,
      uuid: crypto.randomUUID(),
      sku: content.sku,
      storeId: content.storeId,
      batch: content.batch,
      serial: content.serial,
      isArchived: false,
      lastVersion: 1,
      printedGtin: null,
      qrTarget: null,
      runId: null,
      createdAt: now,
    };
    const version: StoredVersion = {
      ...content,
      id: 0,
      passportId: 0,
      uuid: passport.uuid,
      version: 1,
      status: 'draft',
      isShown: true,
      templateId: template.id,
      completenessScore: score,
      issuer: null,
      publishedAt: null,
      archivedAt: null,
      archiveReason: null,
      takenFromSheets: [],
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    return { passport, version, template };
  }

  /** Of the version in work, or of a draft that is still to be stored. */
  async change(passport: Passport, work: StoredVersion, sent: PassportChange, actor: Actor): Promise<PlannedChange> {
    if (!isInWork(work.status)) throw new Error('only a version in work is changed');
    const said = saidInBothWays(sent, work);
    refuse(said.faults);
    const { templateVersion, ...rest } = changed(work, said.change);
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
      ...(await linkFaults(this.book, passport.id, next, work)),
      ...(passport.qrTarget === null ? [] : printedFaults({ ...passport, gtin: passport.printedGtin }, next)),
      // Ready for review means that its types are right, and they stay so.
      ...(next.status === 'active' ? await this.judge.typeFaults(actor, next, template.document) : []),
    ]);
    const fields = changedFields(work, next);
    if (fields.length === 0) return { work, template, next: work, fields };
    const { score } = await this.judge.score(actor, next, template.document);
    return {
      work,
      template,
      next: {
        ...next,
        takenFromSheets: stillTaken(work.takenFromSheets, work, next),
        completenessScore: score,
        updatedAt: this.clock.now().toISOString(),
      },
      fields,
    };
  }

  /** Of what is published or archived. */
  async revision({ passport, work, shown }: Current, actor: Actor): Promise<PlannedRevision> {
    if (work) throw inWorkAlready(work);
    refuse(await this.ended.faults(passport.id));
    const template = await this.templates.ofVersion(shown);
    const { score } = await this.judge.score(actor, shown, template.document);
    return this.drafted({ passport, shown }, { ...shown, completenessScore: score });
  }

  /**
   * Of what is published, with content that was taken anew from its data sheets. What is wrong with the envelope is told as
   * of any change; whoever publishes it judges the rest.
   */
  async revisedContent(
    { passport, shown }: Pick<Current, 'passport' | 'shown'>,
    next: StoredVersion,
  ): Promise<PlannedRevision> {
    refuse([
      ...envelopeFaults(next),
      ...(await linkFaults(this.book, passport.id, next, shown)),
      ...printedFaults({ ...passport, gtin: passport.printedGtin }, next),
    ]);
    return this.drafted({ passport, shown }, next);
  }

  private drafted({ passport, shown }: Pick<Current, 'passport' | 'shown'>, content: StoredVersion): PlannedRevision {
    const now = this.clock.now().toISOString();
    const draft: StoredVersion = {
      ...content,
      id: 0,
      version: passport.lastVersion + 1,
      status: 'draft',
      issuer: null,
      publishedAt: null,
      archivedAt: null,
      archiveReason: null,
      createdAt: now,
      updatedAt: now,
    };
    return { shown, lastVersion: passport.lastVersion, draft };
  }
}
