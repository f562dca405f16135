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

/** A payload fault in API form. */
export const payloadFault = ({ path, message, isOfEnvelope }: PayloadFault): Fault => {
  const own = path.length === 0 ? 'dpp_payload' : `dpp_payload.${pathText(path)}`;
  const field = isOfEnvelope ? pathText(path) : own;
  return sentence('%fieldName %reason.', { fieldName: field, reason: message }, field);
};

/** Faults of keys without a term in the template. JSON-LD would drop or misread these keys. */
export const unmappedFaults = (passport: PassportContent, template: TemplateDocument): readonly Fault[] =>
  undeclaredPaths(passport.dppPayload, template.schema).map((path) => {
    const field = `dpp_payload.${path}`;
    return sentence(
      '%fieldName has no vocabulary term in the template %template. Remove it, or add a term to the template.',
      { fieldName: field, template: template.code },
      field,
    );
  });

/** The issuer settings of the store view are frozen and published with the passport. */
export const issuerFaults = (issuer: Issuer | null): readonly Fault[] =>
  isEmptyValue(issuer?.url) || isWebAddress(issuer?.url ?? '')
    ? []
    : [
        sentence(
          'The issuer of the store view has no valid web address, or its web address contains user information. Correct %fieldName.',
          { fieldName: 'issuer.url' },
          'issuer.url',
        ),
      ];

/** A fault outside the payload, with its legal source if a rule has one. */
interface CitedFault {
  readonly fault: Fault;
  readonly cite: string | null;
}

const granularityFaults = (passport: PassportContent, template: TemplateDocument): readonly CitedFault[] => {
  const granularity = granularityOf(passport);
  const { allowed, cite = null } = granularitiesAllowed(template, ruleFacts(passport, template));
  if (allowed.includes(granularity)) return [];
  const fault = sentence(
    'The template %template does not allow passports with the granularity "%granularity" (allowed: %allowed). Change the batch or serial number, or use another template.',
    { template: template.code, allowed: allowed.join(', '), granularity },
    // A rule that allows only items requires the serial number.
    allowed.join() === 'item' && cite !== null ? 'serial' : undefined,
  );
  return [{ fault, cite }];
};

/** Granularities under the newest template version. */
const newerGranularities = (passport: PassportContent, template: TemplateDocument, newest: TemplateDocument) => {
  const isSame = newest.version === template.version;
  const { payload, envelope } = isSame
    ? { payload: passport.dppPayload, envelope: {} }
    : carryOver(passport.dppPayload, template, newest);
  const facts = ruleFacts({ ...passport, dppPayload: payload }, newest);
  const said = Object.fromEntries(Object.entries(facts.envelope).filter(([, value]) => !isEmptyValue(value)));
  return granularitiesAllowed(newest, { ...facts, envelope: { ...envelope, ...said } });
};

/** True if a law requires such a product to have a passport. The template states this with a granularity rule. */
export const needsPassport = (passport: PassportContent, template: TemplateDocument, newest: TemplateDocument) =>
  newerGranularities(passport, template, newest).cite !== undefined;

/** Warning when a passport that the law still requires is archived. */
export const ARCHIVED_TOO_EARLY =
  'A passport that the law requires must remain readable until the product is recycled (Regulation (EU) 2023/1542, Art. 77(1), 77(8)). Publish a notice for the published passport instead of archiving it.';

/**
 * Faults of the granularity under the newest template version, so that an older version cannot be used to avoid the
 * law. Published passports are not affected (docs/passports-templates.md, "Versions").
 */
export const newerGranularityFaults = (
  passport: PassportContent,
  template: TemplateDocument,
  newest: TemplateDocument,
): readonly Fault[] => {
  if (newest.version === template.version || !newest.rules.some(({ rule }) => rule === 'granularity_if')) return [];
  const { allowed, cite } = newerGranularities(passport, template, newest);
  const granularity = granularityOf(passport);
  if (allowed.includes(granularity) || cite === undefined) return [];
  return [
    sentence(
      'The template %template does not allow the granularity "%granularity" for this passport (allowed: %allowed; legal source: %cite). Correct the batch and serial number.',
      { template: `${newest.code}@${newest.version}`, allowed: allowed.join(', '), cite, granularity },
      'serial',
    ),
  ];
};

/** Faults of the envelope, independent of the payload. */
export const authoredFaults = (passport: PassportContent, template: TemplateDocument): readonly CitedFault[] => [
  ...[...envelopeFaults(passport), ...manufacturerNamed(passport)].map((fault) => ({ fault, cite: null })),
  ...granularityFaults(passport, template),
];

/**
 * Reasons that prevent publication (passports.md, "Life cycle"), whatever the score. `payloadFaults` come from schema and
 * rules, `linkedDataFaults` from expanding the JSON-LD in safe mode.
 */
export const publicationFaults = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
  linkedDataFaults: readonly string[],
): readonly Fault[] => {
  const unmapped = unmappedFaults(passport, template);
  const authored = authoredFaults(passport, template).map(({ fault }) => fault);
  const reportedFields = new Set([...unmapped, ...authored].map((fault) => ('field' in fault ? fault.field : '')));
  return [
    ...authored,
    ...payloadFaults.map(payloadFault).filter((fault) => !('field' in fault && reportedFields.has(fault.field))),
    ...unmapped,
    ...linkedDataFaults.map((text) =>
      sentence(
        'The JSON-LD of the passport is invalid (%reason). Correct the payload or the vocabulary of the template.',
        { reason: text },
      ),
    ),
  ];
};
