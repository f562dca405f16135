import { type Fault, invalidValue, isReversed, required, sentence } from '../../../libs/kernel/index.js';
import { isCountry } from './countries.js';
import { gtin14, isGs1Text, isHsCode } from './identifiers.js';
import { isEmptyValue, type LanguageMap } from './json.js';
import { isLanguageTag } from './languages.js';
import { manufacturerFaults } from './manufacturer.js';
import type { Envelope, PassportDocument } from './passport.js';
import { isWebAddress } from './web-address.js';

/** The GTIN in 14 digits, where it is one: what is stored and compared. */
export const paddedGtin = (gtin: string | null): string | null => (gtin === null ? null : (gtin14(gtin) ?? gtin));

/** Keys of a language map are language tags, and no text is empty. */
export const languageMapFaults = (map: LanguageMap, field: string): readonly Fault[] =>
  Object.entries(map).flatMap(([tag, text]) =>
    isLanguageTag(tag)
      ? text.trim() === ''
        ? [required(`${field}.${tag}`)]
        : []
      : [sentence('"%tag" in %fieldName is no language tag.', { tag, fieldName: field }, field)],
  );

const unless = (value: string | null, isRight: (text: string) => boolean, field: string): readonly Fault[] =>
  value === null || isRight(value) ? [] : [invalidValue(field, value)];

const SHA256 = /^[0-9a-f]{64}$/;

const documentFaults = (one: PassportDocument, place: number): readonly Fault[] => {
  const field = `documents[${place}]`;
  return [
    ...(one.kind.trim() === '' ? [required(`${field}.kind`)] : []),
    ...(one.title.trim() === '' ? [required(`${field}.title`)] : []),
    ...unless(one.url, isWebAddress, `${field}.url`),
    ...unless(one.language, isLanguageTag, `${field}.language`),
    ...unless(one.sha256, (text) => SHA256.test(text), `${field}.sha256`),
  ];
};

/**
 * What is wrong with an envelope whenever it is saved (passports.md, "A passport and its versions"): what is there has
 * to be right.
 */
export const envelopeFaults = (envelope: Envelope): readonly Fault[] => [
  ...(envelope.sku === '' ? [required('sku')] : []),
  ...(envelope.productName ? languageMapFaults(envelope.productName, 'product_name') : []),
  ...unless(envelope.imageUrl, isWebAddress, 'image_url'),
  ...unless(envelope.gtin, (text) => gtin14(text) !== undefined, 'gtin'),
  ...unless(envelope.batch, isGs1Text, 'batch'),
  ...unless(envelope.serial, isGs1Text, 'serial'),
  ...unless(envelope.countryOfOrigin, isCountry, 'country_of_origin'),
  ...unless(envelope.hsCode, isHsCode, 'hs_code'),
  ...(envelope.manufacturer ? manufacturerFaults(envelope.manufacturer) : []),
  ...(isReversed({ from: envelope.validFrom, to: envelope.validTo })
    ? [sentence('valid_to lies before valid_from.', undefined, 'valid_to')]
    : []),
  ...envelope.documents.flatMap(documentFaults),
];

/** What a published version needs beside that: somebody who answers for the product. */
export const manufacturerNamed = (envelope: Pick<Envelope, 'manufacturer'>): readonly Fault[] =>
  isEmptyValue(envelope.manufacturer?.name) ? [required('manufacturer.name')] : [];

const PRINTED = ['gtin', 'batch', 'serial'] as const;

/** Codes are printed: what they hold can't change after the first publication. */
export const printedFaults = (
  published: Pick<Envelope, (typeof PRINTED)[number]>,
  next: Pick<Envelope, (typeof PRINTED)[number]>,
): readonly Fault[] =>
  PRINTED.filter((field) => published[field] !== next[field]).map((field) =>
    sentence(
      "%fieldName can't change after the first publication: codes are printed with it.",
      { fieldName: field },
      field,
    ),
  );

/**
 * The name frozen at publication: what was authored, else commerce's under the store's language, else the SKU. A locale
 * such as `de_DE` gives its language; one that isn't a language gives English.
 */
export const nameAtPublication = (
  { productName, sku }: Pick<Envelope, 'productName' | 'sku'>,
  commerceName: string | undefined,
  storeLocale: string | null | undefined,
): LanguageMap => {
  if (!isEmptyValue(productName) && productName) return productName;
  const language = (storeLocale ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';
  const name = commerceName === undefined || commerceName.trim() === '' ? sku : commerceName;
  return { [isLanguageTag(language) ? language : 'en']: name };
};
