import { type Fault, FAULTS_MAX } from '../../../../libs/kernel/index.js';
import { passportUrls } from '../domain/addresses.js';
import type { Sha256 } from '../domain/canonical-json.js';
import { type PassportContent, type PassportVersion, passportJsonLd } from '../../passport/domain/index.js';
import { publicSchema, type TemplateDocument, payloadContext } from '../../templates/domain/index.js';
import { publicPassport } from '../domain/public-view.js';
import type { Score } from '../domain/score.js';
import type { JudgedPublication } from '../ports/passport-judge.js';
import type { CheckTemplate } from './check-template.js';
import type { JudgePassport } from './judge-passport.js';

/** A question to the judge without its template, which whoever judges may know already. */
export type Question =
  | { readonly asked: 'score' | 'types'; readonly passport: PassportContent }
  | { readonly asked: 'publication'; readonly passport: PassportVersion }
  | { readonly asked: 'template' }
  | { readonly asked: 'public schema'; readonly id: string };

export type JudgeAnswer = Score | JudgedPublication | readonly Fault[] | string;

/** Answers the questions of `PassportJudge`, wherever it runs; whoever asks bounds its time and memory. */
export class Judging {
  constructor(
    private readonly judge: JudgePassport,
    private readonly check: CheckTemplate,
    private readonly sha256: Sha256,
    private readonly publicBaseUrl: string,
  ) {}

  async answer(question: Question, template: TemplateDocument): Promise<JudgeAnswer> {
    switch (question.asked) {
      case 'score':
        return this.judge.score(question.passport, template);
      case 'types':
        return this.judge.typeFaults(question.passport, template).slice(0, FAULTS_MAX);
      case 'publication':
        return this.publication(question.passport, template);
      case 'public schema':
        return JSON.stringify(publicSchema(template, question.id), null, 2);
      case 'template':
        return (await this.check.faults(template)).slice(0, FAULTS_MAX);
    }
  }

  private async publication(version: PassportVersion, template: TemplateDocument): Promise<JudgedPublication> {
    const judged = { ...version, completenessScore: this.judge.score(version, template).score };
    const urls = passportUrls(judged, this.publicBaseUrl);
    const view = publicPassport(judged, template, urls, this.sha256);
    const document = passportJsonLd(view, payloadContext(template, this.publicBaseUrl), this.publicBaseUrl);
    const faults = await this.judge.publicationFaults(judged, template, document);
    return { view, jsonld: JSON.stringify(document, null, 2), faults: faults.slice(0, FAULTS_MAX) };
  }
}
