import type { Day } from '../../../../../libs/kernel/index.js';
import type { PublicPassport } from '../../../passport/domain/index.js';
import {
  allProperties,
  evaluationDay,
  publicFacts,
  publicLacks,
  shapeOf,
  type TemplateDocument,
} from '../../../templates/domain/index.js';
import { languageText, type PageReading, type Text } from './values.js';

/**
 * Legally required data that is missing from the public part of the passport; undefined if the template cites no law.
 */
export const lawView = (
  passport: PublicPassport,
  template: TemplateDocument,
  { today, reading }: { readonly today: Day; readonly reading: PageReading },
): { readonly missing: readonly Text[] } | undefined => {
  const facts = publicFacts(passport, template);
  const lacks = publicLacks(template, facts, evaluationDay(facts, today));
  if (!lacks) return undefined;
  const properties = new Map(allProperties(shapeOf(template.schema)).map((property) => [property.path, property]));
  const names = new Map<string, Text>();
  for (const { path, isOfEnvelope } of lacks) {
    const name = path.filter((step) => typeof step === 'string').join('.');
    const property = isOfEnvelope ? undefined : properties.get(name);
    const term = property && reading.termOf(property);
    names.set(name, (term && languageText(term.labels, reading)) ?? { text: name, lang: undefined });
  }
  return { missing: [...names.values()] };
};
