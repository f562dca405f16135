import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type { Actor, PassportContent, PassportVersion } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import type { Score } from '../domain/score.js';
import { type JudgedPublication, PassportJudge, type Readiness } from '../ports/passport-judge.js';
import type { DataSheets } from './data-sheets.js';

/**
 * Scores an item with what its data sheets say where it says nothing, as it would be published. Whoever asks for readiness or
 * a publication lays measured values over that first, and so fills in the sheets before.
 */
export class JudgeWithSheets extends PassportJudge {
  constructor(
    private readonly judge: PassportJudge,
    private readonly sheets: DataSheets,
  ) {
    super();
  }

  async score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score> {
    return this.judge.score(asker, await this.sheets.filledIn(passport, template), template);
  }

  /** Of what is its own alone: its sheets may still change. */
  typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.judge.typeFaults(asker, passport, template);
  }

  readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness> {
    return this.judge.readiness(asker, passport, template, on);
  }

  publication(asker: Actor, version: PassportVersion, template: TemplateDocument): Promise<JudgedPublication> {
    return this.judge.publication(asker, version, template);
  }
}
