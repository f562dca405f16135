import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type { Actor, JsonObject, PassportContent, PassportVersion } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import type { Score } from '../domain/score.js';
import type { KeptFiles } from '../../versions/domain/index.js';
import { withDeclaration } from '../domain/public-links.js';
import {
  type ValidatedPublication,
  PassportValidator,
  type Readiness,
  type RowFault,
} from '../ports/passport-validator.js';
import type { DataSheets } from './data-sheets.js';

/**
 * Scores an item as it would be published, with the values of its data sheets and the URL of its declaration. For
 * readiness and publication, callers add measured values first and therefore fill in the sheets themselves.
 */
export class ValidateWithSheets extends PassportValidator {
  constructor(
    private readonly validator: PassportValidator,
    private readonly sheets: DataSheets,
  ) {
    super();
  }

  async score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score> {
    return this.validator.score(
      asker,
      withDeclaration(await this.sheets.filledIn(passport, template), template),
      template,
    );
  }

  /** Checks only the item's own values, because its sheets can still change. */
  typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.validator.typeFaults(asker, passport, template);
  }

  /** The caller has filled in the sheets. */
  rowFaults(
    asker: Actor,
    passport: PassportContent,
    template: TemplateDocument,
    payloads: readonly JsonObject[],
  ): Promise<readonly RowFault[]> {
    return this.validator.rowFaults(asker, passport, template, payloads);
  }

  readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness> {
    return this.validator.readiness(asker, withDeclaration(passport, template), template, on);
  }

  publication(
    asker: Actor,
    version: PassportVersion,
    template: TemplateDocument,
    measured: readonly string[],
    files?: KeptFiles,
  ): Promise<ValidatedPublication> {
    return this.validator.publication(asker, version, template, measured, files);
  }
}
