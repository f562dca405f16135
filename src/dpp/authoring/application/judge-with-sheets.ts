import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type { Actor, JsonObject, PassportContent, PassportVersion } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import type { Score } from '../domain/score.js';
import type { KeptFiles } from '../../versions/domain/index.js';
import { withDeclaration } from '../domain/public-links.js';
import { type JudgedPublication, PassportJudge, type Readiness, type RowFault } from '../ports/passport-judge.js';
import type { DataSheets } from './data-sheets.js';

/**
 * Scores an item as it would be published, with the values of its data sheets and the URL of its declaration. For
 * readiness and publication, callers add measured values first and therefore fill in the sheets themselves.
 */
export class JudgeWithSheets extends PassportJudge {
  constructor(
    private readonly judge: PassportJudge,
    private readonly sheets: DataSheets,
  ) {
    super();
  }

  async score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score> {
    return this.judge.score(asker, withDeclaration(await this.sheets.filledIn(passport, template), template), template);
  }

  /** Checks only the item's own values, because its sheets can still change. */
  typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.judge.typeFaults(asker, passport, template);
  }

  /** The caller has filled in the sheets. */
  rowFaults(
    asker: Actor,
    passport: PassportContent,
    template: TemplateDocument,
    payloads: readonly JsonObject[],
  ): Promise<readonly RowFault[]> {
    return this.judge.rowFaults(asker, passport, template, payloads);
  }

  readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness> {
    return this.judge.readiness(asker, withDeclaration(passport, template), template, on);
  }

  publication(
    asker: Actor,
    version: PassportVersion,
    template: TemplateDocument,
    measured: readonly string[],
    files?: KeptFiles,
  ): Promise<JudgedPublication> {
    return this.judge.publication(asker, version, template, measured, files);
  }
}
