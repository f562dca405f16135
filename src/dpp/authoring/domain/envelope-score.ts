import {
  ESPR,
  faultsIn,
  type Granularity,
  granularityOf,
  isEmptyValue,
  isGs1Text,
  type NamedField,
  PASSPORT_FIELDS,
  type PassportContent,
} from '../../passport/domain/index.js';
import { GENERIC, granularitiesAllowed, type RuleFacts, type TemplateDocument } from '../../templates/domain/index.js';

export const ITEM_STATES = ['ok', 'missing', 'invalid', 'not_applicable'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** A scored field and its state. */
export interface ScoreItem {
  /** Path such as `gtin`, `template_code` or `dpp_payload.carbon_footprint`. */
  readonly path: string;
  readonly weight: number;
  readonly state: ItemState;
  readonly message: string;
  /** Legal source of the requirement; null if the template states none. */
  readonly cite: string | null;
}

type FieldState = readonly [state: ItemState, message: string];
type Item = readonly [path: string, weight: number, cite: string | null, ...FieldState];

const FILLED: FieldState = ['ok', 'The field has a value.'];

const scored = ({ name, property, scored: of }: NamedField, passport: PassportContent): readonly Item[] => {
  if (!of) return [];
  const value = passport[property as keyof PassportContent];
  const { weight, isRight, wrong = '', cite = null } = of;
  if (isEmptyValue(value)) return [[name, weight, cite, 'missing', 'The value is empty.']];
  return [[name, weight, cite, ...(isRight && !isRight(value as string) ? (['invalid', wrong] as const) : FILLED)]];
};

/** Fields that score if they are present and valid. */
const SCORED = PASSPORT_FIELDS.toSorted((one, other) => (one.scored?.position ?? 0) - (other.scored?.position ?? 0));

const MAKER = PASSPORT_FIELDS.filter(({ property }) => property === 'manufacturer');

const manufacturer = (passport: PassportContent): FieldState => {
  const { manufacturer: maker } = passport;
  if (isEmptyValue(maker?.name)) return ['missing', 'The manufacturer name is empty.'];
  if (isEmptyValue(maker?.operatorId)) return ['missing', 'The operator ID of the manufacturer is empty.'];
  const [fault] = faultsIn(MAKER, passport);
  return fault ? ['invalid', 'The manufacturer is invalid. See the validation result.'] : FILLED;
};

/**
 * If the template allows whole models, neither batch nor serial number is required. Otherwise, only the finest
 * granularity that the template allows is required.
 */
const batchOrSerial = (passport: PassportContent, allowed: readonly Granularity[]): FieldState => {
  const granularity = granularityOf(passport);
  if (granularity === 'model')
    return allowed.includes('model')
      ? ['not_applicable', 'A passport for a whole model has no batch or serial number.']
      : [
          'missing',
          `Batch and serial number are empty, but the template does not allow passports with the granularity "model" (allowed: ${allowed.join(', ')}).`,
        ];
  if (!allowed.includes(granularity))
    return [
      'invalid',
      `The template does not allow passports with the granularity "${granularity}" (allowed: ${allowed.join(', ')}).`,
    ];
  const given = [passport.batch, passport.serial].filter((text) => text !== null);
  return given.every(isGs1Text)
    ? FILLED
    : ['invalid', 'The value must have 1 to 20 characters of GS1 character set 82.'];
};

/** Scored envelope fields and their weights (passports.md, "Completeness"). The weights add up to 40. */
export const envelopeScore = (
  passport: PassportContent,
  template: TemplateDocument,
  facts: RuleFacts,
): readonly ScoreItem[] => {
  const items: readonly Item[] = [
    ['template_code', 6, null, ...(template.code === GENERIC ? NO_TEMPLATE : FILLED)],
    ...SCORED.flatMap((field) => scored(field, passport)),
    ['manufacturer.operator_id', 7, `${ESPR} (g)`, ...manufacturer(passport)],
    ['batch_or_serial', 5, `${ESPR} (b)`, ...batchOrSerial(passport, granularitiesAllowed(template, facts).allowed)],
  ];
  return items.map(([path, weight, cite, state, message]) => ({ path, weight, state, message, cite }));
};

const NO_TEMPLATE: FieldState = [
  'missing',
  'The passport uses the generic template. Choose a template for this kind of product.',
];
