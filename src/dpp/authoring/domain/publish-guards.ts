import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import { envelopeFaults, manufacturerNamed } from './envelope.js';
import {
  isEmptyValue,
  granularityOf,
  type Issuer,
  type PassportContent,
  isWebAddress,
} from '../../passport/domain/index.js';
import {
  carryOver,
  granularitiesAllowed,
  pathText,
  type PayloadFault,
  ruleFacts,
  type TemplateDocument,
  undeclaredPaths,
} from '../../templates/domain/index.js';

/** A payload's fault as the wire tells it. */
export const payloadFault = ({ path, message, isOfEnvelope }: PayloadFault): Fault => {
  const own = path.length === 0 ? 'dpp_payload' : `dpp_payload.${pathText(path)}`;
  const field = isOfEnvelope ? pathText(path) : own;
  return sentence('%fieldName %reason.', { fieldName: field, reason: message }, field);
};

/** Keys for which the template has no term: in JSON-LD they would say nothing, or something else. */
export const unmappedFaults = (passport: PassportContent, template: TemplateDocument): readonly Fault[] =>
  undeclaredPaths(passport.dppPayload, template.schema).map((path) => {
    const field = `dpp_payload.${path}`;
    return sentence(
      '%fieldName has no term in the template %template.',
      { fieldName: field, template: template.code },
      field,
    );
  });

/** What the store view's settings say of the issuer is frozen with the passport, and public with it. */
export const issuerFaults = (issuer: Issuer | null): readonly Fault[] =>
  isEmptyValue(issuer?.url) || isWebAddress(issuer?.url ?? '')
    ? []
    : [
        sentence(
          'The store view names an issuer whose address is no web address without user info: correct its %fieldName.',
          { fieldName: 'issuer.url' },
          'issuer.url',
        ),
      ];

/** What is wrong with a passport beside its payload, with its source in law where a rule says one. */
interface CitedFault {
  readonly fault: Fault;
  readonly cite: string | null;
}

const granularityFaults = (passport: PassportContent, template: TemplateDocument): readonly CitedFault[] => {
  const granularity = granularityOf(passport);
  const { allowed, cite = null } = granularitiesAllowed(template, ruleFacts(passport, template));
  if (allowed.includes(granularity)) return [];
  const fault = sentence(
    'The template %template is for %allowed; with this batch and serial the passport is for one %granularity.',
    { template: template.code, allowed: allowed.join(', '), granularity },
    // A rule that leaves only items asks for the serial number.
    allowed.join() === 'item' && cite !== null ? 'serial' : undefined,
  );
  return [{ fault, cite }];
};

/**
 * Of which granularity a passport may be, by the newest version of its template: the law leaves nobody a model by an older
 * one. What is published already stays (docs/passports-templates.md, "Versions").
 */
export const newerGranularityFaults = (
  passport: PassportContent,
  template: TemplateDocument,
  newest: TemplateDocument,
): readonly Fault[] => {
  if (newest.version === template.version || !newest.rules.some(({ rule }) => rule === 'granularity_if')) return [];
  const { payload, envelope } = carryOver(passport.dppPayload, template, newest);
  const facts = ruleFacts({ ...passport, dppPayload: payload }, newest);
  const said = Object.fromEntries(Object.entries(facts.envelope).filter(([, value]) => !isEmptyValue(value)));
  const { allowed, cite } = granularitiesAllowed(newest, { ...facts, envelope: { ...envelope, ...said } });
  const granularity = granularityOf(passport);
  if (allowed.includes(granularity) || cite === undefined) return [];
  return [
    sentence(
      'By %template such a passport is for %allowed (%cite); with this batch and serial it is for one %granularity.',
      { template: `${newest.code}@${newest.version}`, allowed: allowed.join(', '), cite, granularity },
      'serial',
    ),
  ];
};

/** What is wrong with the envelope, whatever the payload says. */
export const authoredFaults = (passport: PassportContent, template: TemplateDocument): readonly CitedFault[] => [
  ...[...envelopeFaults(passport), ...manufacturerNamed(passport)].map((fault) => ({ fault, cite: null })),
  ...granularityFaults(passport, template),
];

/**
 * What keeps a version from being published (passports.md, "Life cycle"), whatever its score. `payloadFaults` is what
 * schema and rules found, `linkedDataFaults` what expanding its JSON-LD in safe mode told.
 */
export const publicationFaults = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
  linkedDataFaults: readonly string[],
): readonly Fault[] => {
  const unmapped = unmappedFaults(passport, template);
  const authored = authoredFaults(passport, template).map(({ fault }) => fault);
  const told = new Set([...unmapped, ...authored].map((fault) => ('field' in fault ? fault.field : '')));
  return [
    ...authored,
    ...payloadFaults.map(payloadFault).filter((fault) => !('field' in fault && told.has(fault.field))),
    ...unmapped,
    ...linkedDataFaults.map((text) => sentence('The JSON-LD of the passport: %reason', { reason: text })),
  ];
};
