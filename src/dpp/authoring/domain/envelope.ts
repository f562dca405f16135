import { type Fault, isReversed, required, sentence } from '../../../../libs/kernel/index.js';
import {
  faultsIn,
  gtin14,
  isEmptyValue,
  isLanguageTag,
  type LanguageMap,
  PASSPORT_FIELDS,
  type PassportContent,
} from '../../passport/domain/index.js';

/** The GTIN padded to 14 digits if valid, which is stored and compared. */
export const paddedGtin = (gtin: string | null): string | null => (gtin === null ? null : (gtin14(gtin) ?? gtin));

const AUTHORED = PASSPORT_FIELDS.filter(({ by }) => by === 'author');
const SINGLE = AUTHORED.filter(({ kind }) => kind !== 'list');
const LISTS = AUTHORED.filter(({ kind }) => kind === 'list');

/**
 * Envelope faults, checked on every save (passports.md, "A passport and its versions"). Values that are present must be
 * valid. Faults of lists come last.
 */
export const envelopeFaults = (envelope: PassportContent): readonly Fault[] => [
  ...faultsIn(SINGLE, envelope),
  ...(isReversed({ from: envelope.validFrom, to: envelope.validTo })
    ? [sentence('valid_to must not be before valid_from. Correct one of the two dates.', undefined, 'valid_to')]
    : []),
  ...faultsIn(LISTS, envelope),
];

/** Fault of a published version without a manufacturer. */
export const manufacturerNamed = (envelope: Pick<PassportContent, 'manufacturer'>): readonly Fault[] =>
  isEmptyValue(envelope.manufacturer?.name) ? [required('manufacturer.name')] : [];

const PRINTED = ['gtin', 'batch', 'serial'] as const;

/** Codes are printed, so their content cannot change after the first publication. */
export const printedFaults = (
  published: Pick<PassportContent, (typeof PRINTED)[number]>,
  next: Pick<PassportContent, (typeof PRINTED)[number]>,
): readonly Fault[] =>
  PRINTED.filter((field) => published[field] !== next[field]).map((field) =>
    sentence(
      '%fieldName cannot change after the first publication, because printed codes contain it. Leave it unchanged.',
      { fieldName: field },
      field,
    ),
  );

/**
 * The name frozen at publication: the authored name, else the shop's name in the store's language, else the SKU. The
 * language comes from a locale such as `de_DE`; an invalid one means English.
 */
export const nameAtPublication = (
  { productName, sku }: Pick<PassportContent, 'productName' | 'sku'>,
  commerceName: string | undefined,
  storeLocale: string | null | undefined,
): LanguageMap => {
  if (!isEmptyValue(productName) && productName) return productName;
  const language = (storeLocale ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';
  const name = commerceName === undefined || commerceName.trim() === '' ? sku : commerceName;
  return { [isLanguageTag(language) ? language : 'en']: name };
};
