import type { JsonObject, LanguageMap } from './json.js';

/** Where the words stand that passports need beside schema.org's, under the address at which this server is reached. */
export const PASSPORT_VOCABULARY_PATH = '/dpp/vocab/passport/1#';
/** Templates can't have this code: their vocabulary would stand in the same place. */
export const PASSPORT_VOCABULARY_CODE = 'passport';

export interface PassportTerm {
  /** A link, not a text. */
  readonly link?: true;
  readonly day?: true;
  readonly label: LanguageMap;
  readonly definition: LanguageMap;
}

/** What schema.org (release 30.0 and its pending passport terms) has no word for. */
export const PASSPORT_TERMS: Readonly<Record<string, PassportTerm>> = {
  batch: {
    label: { en: 'Batch', de: 'Charge' },
    definition: {
      en: 'Batch or lot number, GS1 application identifier 10.',
      de: 'Chargen- oder Losnummer, GS1-Datenbezeichner 10.',
    },
  },
  hsCode: {
    label: { en: 'HS code', de: 'HS-Code' },
    definition: {
      en: 'Code of the Harmonized System (6 digits), the Combined Nomenclature (8) or TARIC (10).',
      de: 'Code des Harmonisierten Systems (6 Stellen), der Kombinierten Nomenklatur (8) oder des TARIC (10).',
    },
  },
  granularity: {
    label: { en: 'Granularity', de: 'Granularität' },
    definition: {
      en: 'What the passport is for: a model, a batch or one item.',
      de: 'Wofür der Pass gilt: ein Modell, eine Charge oder ein einzelnes Stück.',
    },
  },
  templateCode: {
    label: { en: 'Template', de: 'Vorlage' },
    definition: { en: 'Code of the template of the payload.', de: 'Code der Vorlage der Produktdaten.' },
  },
  templateVersion: {
    label: { en: 'Template version', de: 'Version der Vorlage' },
    definition: {
      en: 'Semantic version of the template of the payload.',
      de: 'Semantische Version der Vorlage der Produktdaten.',
    },
  },
  passportValidFrom: {
    day: true,
    label: { en: 'Valid from', de: 'Gültig ab' },
    definition: { en: 'First day on which the passport is public.', de: 'Erster Tag, an dem der Pass öffentlich ist.' },
  },
  passportValidTo: {
    day: true,
    label: { en: 'Valid to', de: 'Gültig bis' },
    definition: { en: 'Last day on which the passport is public.', de: 'Letzter Tag, an dem der Pass öffentlich ist.' },
  },
  qrCode: {
    link: true,
    label: { en: 'QR code', de: 'QR-Code' },
    definition: { en: "Picture of the passport's QR code.", de: 'Bild des QR-Codes des Passes.' },
  },
  payload: {
    label: { en: 'Product data', de: 'Produktdaten' },
    definition: {
      en: "The product's data, in the words of the template.",
      de: 'Die Daten des Produkts in den Worten der Vorlage.',
    },
  },
};

const XSD_DATE = 'http://www.w3.org/2001/XMLSchema#date';

/** The inline terms of a passport's document; `payloadContext` holds within the payload. */
export const passportContext = (baseUrl: string, payloadContext: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(PASSPORT_TERMS).map(([name, { link, day }]) => [
      name,
      {
        '@id': `${baseUrl}${PASSPORT_VOCABULARY_PATH}${name}`,
        ...(link ? { '@type': '@id' } : {}),
        ...(day ? { '@type': XSD_DATE } : {}),
        ...(name === 'payload' ? payloadContext : {}),
      },
    ]),
  );
