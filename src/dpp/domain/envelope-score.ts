import { isCountry } from './countries.js';
import { gtin14, isGs1Text, isHsCode } from './identifiers.js';
import { isEmptyValue } from './json.js';
import { manufacturerFaults } from './manufacturer.js';
import { granularityOf, type PassportContent } from './passport.js';
import type { ItemState, ScoreItem } from './score-item.js';
import { GENERIC, type TemplateDocument } from './template.js';

type Judged = readonly [state: ItemState, message: string];

const of = (value: string | null, isRight: (value: string) => boolean, wrong: string): Judged => {
  if (isEmptyValue(value)) return ['missing', 'Empty.'];
  return isRight(value ?? '') ? ['ok', 'Filled.'] : ['invalid', wrong];
};

const manufacturer = ({ manufacturer: maker }: PassportContent): Judged => {
  if (isEmptyValue(maker?.name)) return ['missing', 'No manufacturer is named.'];
  if (isEmptyValue(maker?.operatorId)) return ['missing', 'The manufacturer has no operator id.'];
  const [fault] = maker ? manufacturerFaults(maker) : [];
  return fault ? ['invalid', 'The manufacturer is not right: see validation.'] : ['ok', 'Filled.'];
};

/** A template that is for whole models too asks for neither; of others the finest they allow at most is asked. */
const batchOrSerial = (passport: PassportContent, { granularity_allowed: allowed }: TemplateDocument): Judged => {
  const granularity = granularityOf(passport);
  if (granularity === 'model')
    return allowed.includes('model')
      ? ['not_applicable', 'A passport of a whole model has neither batch nor serial number.']
      : ['missing', `The template asks for ${allowed.join(' or ')}: batch or serial number is empty.`];
  if (!allowed.includes(granularity))
    return ['invalid', `The template is for ${allowed.join(', ')}, the passport for one ${granularity}.`];
  const given = [passport.batch, passport.serial].filter((text) => text !== null);
  return given.every(isGs1Text) ? ['ok', 'Filled.'] : ['invalid', 'Not 1 to 20 signs of GS1 character set 82.'];
};

/** The envelope's items and their weights (passports.md, "Completeness"); together 40. */
export const envelopeScore = (passport: PassportContent, template: TemplateDocument): readonly ScoreItem[] => {
  const judged: readonly (readonly [path: string, weight: number, ...Judged])[] = [
    ['template_code', 6, ...(template.code === GENERIC ? NO_TEMPLATE : OWN_TEMPLATE)],
    ['espr_category', 5, ...of(passport.esprCategory, () => true, '')],
    ['hs_code', 5, ...of(passport.hsCode, isHsCode, 'Not 6, 8 or 10 digits.')],
    ['country_of_origin', 5, ...of(passport.countryOfOrigin, isCountry, 'Not a country of ISO 3166-1.')],
    ['gtin', 7, ...of(passport.gtin, (text) => gtin14(text) !== undefined, 'Not a GTIN with a right check digit.')],
    ['manufacturer.operator_id', 7, ...manufacturer(passport)],
    ['batch_or_serial', 5, ...batchOrSerial(passport, template)],
  ];
  return judged.map(([path, weight, state, message]) => ({ path, weight, state, message, cite: CITES[path] ?? null }));
};

const NO_TEMPLATE: Judged = ['missing', 'The generic template: none for this kind of product.'];
const OWN_TEMPLATE: Judged = ['ok', 'Filled.'];

const ESPR = 'Regulation (EU) 2024/1781, Annex III';
const CITES: Readonly<Record<string, string>> = {
  hs_code: `${ESPR} (d)`,
  gtin: `${ESPR} (c)`,
  'manufacturer.operator_id': `${ESPR} (g)`,
  batch_or_serial: `${ESPR} (b)`,
};
