import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import { envelopeFaults, manufacturerNamed } from './envelope.js';
import {
  isEmptyValue,
  granularityOf,
  type Issuer,
  type PassportContent,
  isWebAddress,
} from '../../passport/domain/index.js';
import { pathText, type PayloadFault, undeclaredPaths, type TemplateDocument } from '../../templates/domain/index.js';

/** A payload's fault as the wire tells it. */
export const payloadFault = ({ path, message }: PayloadFault): Fault => {
  const field = path.length === 0 ? 'dpp_payload' : `dpp_payload.${pathText(path)}`;
  return sentence('%fieldName %reason.', { fieldName: field, reason: message }, field);
};

/** Keys for which the template has no term: in JSON-LD they would say nothing, or something else. */
const unmappedFaults = (passport: PassportContent, template: TemplateDocument): readonly Fault[] =>
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

const granularityFaults = (passport: PassportContent, template: TemplateDocument): readonly Fault[] => {
  const granularity = granularityOf(passport);
  return template.granularity_allowed.includes(granularity)
    ? []
    : [
        sentence(
          'The template %template is for %allowed; with this batch and serial the passport is for one %granularity.',
          {
            template: template.code,
            allowed: template.granularity_allowed.join(', '),
            granularity,
          },
        ),
      ];
};

/**
 * What keeps a version from being published (passports.md, "Its life"), whatever its score. `payloadFaults` is what
 * schema and rules found, `linkedDataFaults` what expanding its JSON-LD in safe mode told.
 */
export const publicationFaults = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
  linkedDataFaults: readonly string[],
): readonly Fault[] => {
  const unmapped = unmappedFaults(passport, template);
  const told = new Set(unmapped.map((fault) => ('field' in fault ? fault.field : '')));
  return [
    ...envelopeFaults(passport),
    ...manufacturerNamed(passport),
    ...granularityFaults(passport, template),
    ...payloadFaults.map(payloadFault).filter((fault) => !('field' in fault && told.has(fault.field))),
    ...unmapped,
    ...linkedDataFaults.map((text) => sentence('The JSON-LD of the passport: %reason', { reason: text })),
  ];
};
