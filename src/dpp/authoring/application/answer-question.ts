import { type Day, type Fault, FAULTS_MAX } from '../../../../libs/kernel/index.js';
import {
  type Json,
  type JsonObject,
  type PassportContent,
  type PassportVersion,
  passportJsonLd,
  withAsciiAddresses,
} from '../../passport/domain/index.js';
import type { MeasuredPassport } from '../../templates/index.js';
import { publicSchema, type TemplateDocument, payloadContext } from '../../templates/domain/index.js';
import {
  type KeptFiles,
  ownBodies,
  ownValues,
  partBodies,
  partText,
  passportUrls,
  sharedBody,
} from '../../versions/domain/index.js';
import { publicPassport, restrictedDocuments, type Sha256 } from '../domain/public-view.js';
import { awaitedItems } from '../domain/readiness.js';
import type { Score } from '../domain/score.js';
import type { ValidatedPublication, Readiness, RowFault } from '../ports/passport-validator.js';
import type { CheckTemplate } from './check-template.js';
import type { ValidatePassport } from './validate-passport.js';

/** A question to a validation process, without the template, which the process may already have. */
export type Question =
  | { readonly asked: 'types'; readonly passport: PassportContent }
  | {
      readonly asked: 'rows';
      readonly passport: PassportContent;
      readonly payloads: readonly JsonObject[];
      readonly today: Day;
    }
  | { readonly asked: 'score'; readonly passport: PassportContent; readonly today: Day }
  | {
      readonly asked: 'publication';
      readonly passport: PassportVersion;
      readonly today: Day;
      readonly measured: readonly string[];
      readonly files: KeptFiles;
    }
  | { readonly asked: 'readiness'; readonly passport: PassportContent; readonly today: Day; readonly on?: Day }
  | { readonly asked: 'template'; readonly today: Day }
  | {
      readonly asked: 'values';
      readonly values: readonly { readonly point: string; readonly value: Json }[];
      readonly passport: MeasuredPassport;
    }
  | { readonly asked: 'public schema'; readonly id: string };

export type ValidationAnswer =
  | Score
  | ValidatedPublication
  | Readiness
  | readonly RowFault[]
  | readonly Fault[]
  | readonly (string | null)[]
  | string;

/** Answers the questions of `PassportValidator` in any process. The caller limits time and memory. */
export class AnswerQuestion {
  constructor(
    private readonly validator: ValidatePassport,
    private readonly check: CheckTemplate,
    private readonly sha256: Sha256,
    private readonly publicBaseUrl: string,
  ) {}

  async answer(question: Question, template: TemplateDocument): Promise<ValidationAnswer> {
    switch (question.asked) {
      case 'score':
        return this.validator.score(question.passport, template, question.today);
      case 'types':
        return this.validator.typeFaults(question.passport, template).slice(0, FAULTS_MAX);
      case 'rows':
        return this.validator.rowFaults(question.passport, template, question.payloads, question.today);
      case 'publication':
        return this.publication(question, template);
      case 'readiness':
        return this.readiness(question, template);
      case 'values':
        return this.validator.valueFaults(question.values, template, question.passport);
      case 'public schema':
        return JSON.stringify(publicSchema(template, question.id), null, 2);
      case 'template':
        return (await this.check.faults(template, question.today)).slice(0, FAULTS_MAX);
    }
  }

  private readiness({ passport, today, on }: Question & { asked: 'readiness' }, template: TemplateDocument): Readiness {
    const day = on ?? this.validator.evaluationDay(passport, template, today);
    const items = this.validator.readiness(passport, template, day);
    return { on: day, items: items.slice(0, FAULTS_MAX), awaiting: awaitedItems(passport, template) };
  }

  private async publication(
    { passport, today, measured, files }: Question & { asked: 'publication' },
    template: TemplateDocument,
  ): Promise<ValidatedPublication> {
    // Converted here because the JSON-LD of a published version must never change.
    const version = withAsciiAddresses(passport);
    const { score } = this.validator.score(version, template, today);
    const scored = { ...version, completenessScore: this.validator.publicScore(version, template, today) };
    const urls = passportUrls(scored, this.publicBaseUrl);
    const view = publicPassport(scored, template, urls, this.sha256);
    const document = passportJsonLd(view, payloadContext(template, this.publicBaseUrl), this.publicBaseUrl);
    const revision = version.version > 1 ? { measured } : undefined;
    const faults = await this.validator.publicationFaults(scored, template, document, today, revision);
    const restricted = restrictedDocuments(version);
    const bodies = partBodies(view, version.dppPayload, template, this.publicBaseUrl, restricted);
    const named = new Map(
      [...bodies].map(([point, body]) => [point, sharedBody(body, files, version.uuid, this.publicBaseUrl)]),
    );
    const own = ownValues(view);
    const read = ownBodies(named, version.uuid);
    const parts = [...named].map(([point, body]) => ({
      point,
      body: JSON.stringify(body),
      digest: this.sha256(partText(read, point, own, template)),
    }));
    return { view, score, parts, faults: faults.slice(0, FAULTS_MAX) };
  }
}
