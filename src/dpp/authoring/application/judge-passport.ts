import type { Fault } from '../../../../libs/kernel/index.js';
import { type JsonObject, granularityOf, type PassportContent } from '../../passport/domain/index.js';
import { type PayloadFault, ruleFaults, type TemplateDocument } from '../../templates/domain/index.js';
import { payloadFault, publicationFaults } from '../domain/publish-guards.js';
import { type Score, scorePassport } from '../domain/score.js';
import type { LinkedData } from '../ports/linked-data.js';
import type { PayloadSchemas } from '../ports/payload-schemas.js';

/** Asks schema, rules and linked data what they say of a passport; what follows is the domain's (passports.md, "Its life"). */
export class JudgePassport {
  constructor(
    private readonly schemas: PayloadSchemas,
    private readonly linkedData: LinkedData,
  ) {}

  score(passport: PassportContent, template: TemplateDocument): Score {
    return scorePassport(passport, template, this.payloadFaults(passport, template));
  }

  /** What must not be there when it is ready for review: values of a wrong type. What is required may be missing. */
  typeFaults({ dppPayload }: PassportContent, { schema }: TemplateDocument): readonly Fault[] {
    return this.schemas.payloadFaults(schema, dppPayload, 'types').map(payloadFault);
  }

  /** What keeps it from being published; `document` is what its JSON-LD would be. */
  async publicationFaults(
    passport: PassportContent,
    template: TemplateDocument,
    document: JsonObject,
  ): Promise<readonly Fault[]> {
    const linked = await this.linkedData.faults(document);
    return publicationFaults(passport, template, this.payloadFaults(passport, template), linked);
  }

  private payloadFaults(passport: PassportContent, { schema, rules }: TemplateDocument): readonly PayloadFault[] {
    return [
      ...this.schemas.payloadFaults(schema, passport.dppPayload),
      ...ruleFaults(rules, passport.dppPayload, granularityOf(passport)),
    ];
  }
}
