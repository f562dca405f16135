import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type { Actor, PassportContent, PassportVersion } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import type { Score } from '../domain/score.js';
import { type JudgedPublication, PassportJudge, type Readiness } from '../ports/passport-judge.js';
import type { DataSheets } from './data-sheets.js';

/** Judges an item with what its data sheets say where it says nothing, as it would be published. */
export class JudgeWithSheets extends PassportJudge {
  constructor(
    private readonly judge: PassportJudge,
    private readonly sheets: DataSheets,
  ) {
    super();
  }

  async score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score> {
    return this.judge.score(asker, await this.sheets.filledIn(passport), template);
  }

  /** Of what is its own alone: its sheets may still change. */
  typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.judge.typeFaults(asker, passport, template);
  }

  async readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness> {
    return this.judge.readiness(asker, await this.sheets.filledIn(passport), template, on);
  }

  async publication(asker: Actor, version: PassportVersion, template: TemplateDocument): Promise<JudgedPublication> {
    return this.judge.publication(asker, await this.sheets.filledIn(version), template);
  }
}
