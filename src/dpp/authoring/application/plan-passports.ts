import { Injectable } from '@nestjs/common';
import { Clock, InputRefused, refuse, pathKeyFaults } from '../../../../libs/kernel/index.js';
import { type Input, snakeCase } from '../../../../libs/records/index.js';
import { isSame } from '../domain/difference.js';
import { envelopeFaults, printedFaults } from '../domain/envelope.js';
import { stillTaken } from '../domain/sheets.js';
import { writtenBothWays } from '../domain/written-twice.js';
import { type Json, isInWork, type PassportContent, type Actor } from '../../passport/domain/index.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { type StoredTemplate, FindTemplate } from '../../templates/index.js';
import type { Current } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';
import { linkFaults } from './following.js';
import { NamedFiles } from './named-files.js';
import { type PassportChange, readPassport } from './read-passport.js';

/** Placeholder ID of a passport that is not stored yet. */
const NEW = 0;

/** A new passport with its first version, both without IDs, and the template used for scoring. */
export interface PlannedCreation {
  readonly passport: Passport;
  readonly version: StoredVersion;
  readonly template: StoredTemplate;
}

/** A changed working version and the state it was based on. Valid while that state is unchanged. */
export interface PlannedChange {
  readonly work: StoredVersion;
  readonly template: StoredTemplate;
  readonly next: StoredVersion;
  /** Names of the changed fields in the API; empty if nothing changes. */
  readonly fields: readonly string[];
}

/** A new draft next to the current version, and the state it was based on. */
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

const changed = (version: StoredVersion, change: PassportChange): PassportChange => {
  // A new template code without a version selects the newest version of that template.
  const isOther = change.templateCode !== undefined && change.templateCode !== version.templateCode;
  const templateVersion = change.templateVersion === undefined && isOther ? null : change.templateVersion;
  return { ...change, ...(templateVersion === undefined ? {} : { templateVersion }) };
};

/** A passport has at most one working version (passports.md, "A passport and its versions"). */
const inWorkAlready = ({ status, version }: StoredVersion): InputRefused =>
  InputRefused.sentence(
    'The passport already has version %version with the status "%from", so no new %to version can be created. Change that version instead, or publish or delete it first.',
    {
      from: status,
      to: 'draft',
      version,
    },
  );

/**
 * Plans and checks changes without writing, because the checks are too slow for a transaction (passports.md, "Life
 * cycle"). Storing a plan checks again that the state it was based on is unchanged.
 */
@Injectable()
export class PlanPassports {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly validator: PassportValidator,
    private readonly ended: EndedPassports,
    private readonly files: NamedFiles,
    private readonly clock: Clock,
  ) {}

  /** Throws `InputRefused` with the faults of the new draft. */
  async creation(input: Input, actor: Actor): Promise<PlannedCreation> {
    const { change, faults } = readPassport(input, 'create');
    refuse(faults);
    const said = writtenBothWays(change);
    refuse(said.faults);
    const { templateVersion, ...rest } = said.change;
    const template = await this.templates.named(change.templateCode ?? '', templateVersion);
    const content: PassportContent = {
      ...(rest as PassportContent),
      templateVersion: template.document.version,
      esprCategory: change.esprCategory ?? template.document.espr_category,
    };
    refuse([
      ...pathKeyFaults('sku', content.sku),
      ...envelopeFaults(content),
      ...(await linkFaults(this.book, NEW, content)),
    ]);
    await this.files.mayName(actor, { content, template: template.document });
    const { score } = await this.validator.score(actor, content, template.document);
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

  /** Plans a change of the working version, or of a draft that is not stored yet. */
  async change(passport: Passport, work: StoredVersion, sent: PassportChange, actor: Actor): Promise<PlannedChange> {
    if (!isInWork(work.status)) throw new Error('only a version in work is changed');
    const said = writtenBothWays(sent, work);
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
      ...pathKeyFaults('sku', next.sku, work.sku),
      ...envelopeFaults(next),
      ...(await linkFaults(this.book, passport.id, next, work)),
      ...(passport.qrTarget === null ? [] : printedFaults({ ...passport, gtin: passport.printedGtin }, next)),
      // Active versions must keep values of valid types.
      ...(next.status === 'active' ? await this.validator.typeFaults(actor, next, template.document) : []),
    ]);
    await this.files.mayName(
      actor,
      { content: next, template: template.document },
      { content: work, template: keeps ? template.document : (await this.templates.ofVersion(work)).document },
    );
    const fields = changedFields(work, next);
    if (fields.length === 0) return { work, template, next: work, fields };
    const { score } = await this.validator.score(actor, next, template.document);
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

  /** Plans a draft from the published or archived version. */
  async revision({ passport, work, shown }: Current, actor: Actor): Promise<PlannedRevision> {
    if (work) throw inWorkAlready(work);
    refuse(await this.ended.faults(passport.id));
    const template = await this.templates.ofVersion(shown);
    const { score } = await this.validator.score(actor, shown, template.document);
    return this.drafted({ passport, shown }, { ...shown, completenessScore: score });
  }

  /**
   * Plans a revision of the published version with new content from its data sheets. Envelope faults are refused here,
   * all other faults at publication.
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
