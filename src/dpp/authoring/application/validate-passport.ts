import { type Day, type Fault, FAULTS_MAX } from '../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject, type PassportContent } from '../../passport/domain/index.js';
import {
  allProperties,
  dynamicProperties,
  evaluationDay,
  notApplicableFaults,
  pathText,
  publicPayload,
  type PayloadFault,
  refusedValueFaults,
  type RuleFacts,
  ruleFacts,
  ruleFaults,
  shapeOf,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import type { MeasuredPassport } from '../../templates/index.js';
import { payloadFault, publicationFaults } from '../domain/publish-guards.js';
import { type ReadinessItem, readinessItems } from '../domain/readiness.js';
import { type Score, scorePassport } from '../domain/score.js';
import type { LinkedData, PayloadSchemas, RowFault } from '../ports/passport-validator.js';

/** A schema for payloads with only this property. */
const onlyProperty = (schema: JsonObject, name: string): JsonObject => {
  const properties = schema['properties'];
  const own = isJsonObject(properties) ? properties[name] : undefined;
  const definitions = schema['$defs'];
  return {
    type: 'object',
    additionalProperties: false,
    properties: own === undefined ? {} : { [name]: own },
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
};

const withoutMeasured = (
  faults: readonly PayloadFault[],
  { schema }: TemplateDocument,
  measured: readonly string[],
): readonly PayloadFault[] => {
  const points = new Set(dynamicProperties(shapeOf(schema)).map(({ name }) => name));
  return faults.filter(({ path: [point = ''], missing, isOfEnvelope }) => {
    const isMeasured = typeof point === 'string' && isOfEnvelope !== true && points.has(point);
    return !isMeasured || (!missing && !measured.includes(point));
  });
};

/**
 * Combines the faults from schema, rules and linked data. All other checks are in the domain (passports.md, "Life
 * cycle").
 */
export class ValidatePassport {
  constructor(
    private readonly schemas: PayloadSchemas,
    private readonly linkedData: LinkedData,
  ) {}

  score(passport: PassportContent, template: TemplateDocument, today: Day): Score {
    const on = this.evaluationDay(passport, template, today);
    return scorePassport(passport, template, this.faultsOn(passport, template, on), on);
  }

  /**
   * The published score. It depends on the public payload alone, so it reveals nothing about data that is not public.
   */
  publicScore(passport: PassportContent, template: TemplateDocument, today: Day): number {
    const shown = { ...passport, dppPayload: publicPayload(passport.dppPayload, template.schema) };
    const on = this.evaluationDay(shown, template, today);
    return scorePassport(shown, template, this.faultsOn(shown, template, on), on, 'public').score;
  }

  /**
   * Data points required on this date that are missing or wrong, regardless of when the product was placed on the
   * market.
   */
  readiness(passport: PassportContent, template: TemplateDocument, on: Day): readonly ReadinessItem[] {
    return readinessItems(passport, template, this.faultsOn(passport, template, on));
  }

  /** The default date for dated rules. */
  evaluationDay(passport: PassportContent, template: TemplateDocument, today: Day): Day {
    return evaluationDay(ruleFacts(passport, template), today);
  }

  /** Values with a wrong type, which prevent the active status. Required values can still be missing. */
  typeFaults({ dppPayload }: PassportContent, { schema }: TemplateDocument): readonly Fault[] {
    return this.schemas.payloadFaults(schema, dppPayload, 'types').map(payloadFault);
  }

  /** Schema and rule faults of items that have these payloads in place of the passport's. */
  rowFaults(
    passport: PassportContent,
    template: TemplateDocument,
    payloads: readonly JsonObject[],
    today: Day,
  ): readonly RowFault[] {
    return payloads.flatMap((dppPayload, index) =>
      this.payloadFaults({ ...passport, dppPayload }, template, today)
        .slice(0, FAULTS_MAX)
        .map(({ path, message, missing, isOfEnvelope }) => ({
          index,
          field: isOfEnvelope
            ? pathText(path)
            : ['dpp_payload', ...(path.length > 0 ? [pathText(path)] : [])].join('.'),
          reason: message,
          isMissing: missing,
        })),
    );
  }

  /**
   * Faults of each value of a top-level property, under the property's schema and the rules that refuse the value in
   * this passport.
   */
  valueFaults(
    values: readonly { readonly point: string; readonly value: Json }[],
    { schema, rules }: TemplateDocument,
    passport: MeasuredPassport,
  ): readonly (string | null)[] {
    const alone = new Map<string, JsonObject>();
    const facts: RuleFacts = { ...passport, nones: new Set(), notApplicable: new Map() };
    return values.map(({ point, value }) => {
      const own = alone.get(point) ?? onlyProperty(schema, point);
      alone.set(point, own);
      const payload = { ...passport.payload, [point]: value };
      const [first = refusedValueFaults(point, rules, { ...facts, payload })[0]] = this.schemas.payloadFaults(own, {
        [point]: value,
      });
      return first === undefined ? null : `${pathText(first.path)} ${first.message}`;
    });
  }

  /**
   * Reasons that prevent publication. `document` is the JSON-LD that would be published. A revision is not refused
   * because of a measured value, whether wrong or missing (passports-readers.md, "Measurements").
   */
  async publicationFaults(
    passport: PassportContent,
    template: TemplateDocument,
    document: JsonObject,
    today: Day,
    revision?: { readonly measured: readonly string[] },
  ): Promise<readonly Fault[]> {
    const linked = await this.linkedData.faults(document);
    const found = this.payloadFaults(passport, template, today);
    const faults = revision ? withoutMeasured(found, template, revision.measured) : found;
    return publicationFaults(passport, template, faults, linked);
  }

  private payloadFaults(passport: PassportContent, template: TemplateDocument, today: Day): readonly PayloadFault[] {
    return this.faultsOn(passport, template, this.evaluationDay(passport, template, today));
  }

  private faultsOn(passport: PassportContent, template: TemplateDocument, on: Day): readonly PayloadFault[] {
    const facts = ruleFacts(passport, template);
    const isProperty = (path: string): boolean =>
      allProperties(shapeOf(template.schema)).some((property) => property.path === path);
    return [
      ...this.schemas.payloadFaults(template.schema, passport.dppPayload),
      ...ruleFaults(template.rules, facts, on),
      ...notApplicableFaults(facts, template.rules, isProperty),
    ];
  }
}
