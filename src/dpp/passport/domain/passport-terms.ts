import type { LanguageMap } from './json.js';

export const SCHEMA_ORG = 'https://schema.org';
const GS1 = 'https://ref.gs1.org/voc/';

interface PassportTerm {
  readonly link?: true;
  readonly day?: true;
  /** True if all values have the type double. */
  readonly number?: true;
  readonly unit?: string;
  /** Unit code of UN/ECE Recommendation 20. */
  readonly unitCode?: string;
  /** Equivalent terms of public vocabularies. */
  readonly exactMatch?: readonly string[];
  readonly label: LanguageMap;
  readonly definition: LanguageMap;
}

/** Terms that schema.org (release 30.0 and its pending passport terms) lacks. */
export const PASSPORT_TERMS: Readonly<Record<string, PassportTerm>> = {
  batch: {
    exactMatch: [`${GS1}hasBatchLotNumber`],
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
  placedOnMarketOn: {
    day: true,
    label: { en: 'Placed on the market on', de: 'In Verkehr gebracht am' },
    definition: {
      en: 'Day on which the product was placed on the market or put into service.',
      de: 'Tag, an dem das Produkt in Verkehr gebracht oder in Betrieb genommen wurde.',
    },
  },
  use: {
    label: { en: 'Use', de: 'Verwendung' },
    definition: {
      en: 'What the battery is used for: stationary storage, traction, backup or other.',
      de: 'Wofür die Batterie verwendet wird: stationäre Speicherung, Antrieb, Notstrom oder anderes.',
    },
  },
  rechargeable: {
    label: { en: 'Rechargeable', de: 'Wiederaufladbar' },
    definition: {
      en: 'Whether the battery can be charged again.',
      de: 'Ob die Batterie wieder aufgeladen werden kann.',
    },
  },
  hasBms: {
    label: { en: 'Battery management system', de: 'Batteriemanagementsystem' },
    definition: {
      en: 'Whether the battery has a battery management system.',
      de: 'Ob die Batterie ein Batteriemanagementsystem hat.',
    },
  },
  externalStorage: {
    label: { en: 'External storage', de: 'Externe Speicherung' },
    definition: {
      en: 'Whether the battery stores its energy outside of its cells: not, partly or exclusively.',
      de: 'Ob die Batterie ihre Energie außerhalb ihrer Zellen speichert: nicht, teilweise oder ausschließlich.',
    },
  },
  ratedEnergyWh: {
    number: true,
    unit: 'Wh',
    unitCode: 'WHR',
    label: { en: 'Rated energy', de: 'Nennenergie' },
    definition: {
      en: 'Energy that the battery is rated for, in watt-hours.',
      de: 'Energie, für die die Batterie ausgelegt ist, in Wattstunden.',
    },
  },
  party: {
    label: { en: 'Party', de: 'Beteiligter' },
    definition: {
      en: 'Economic operator that has to do with the product.',
      de: 'Wirtschaftsakteur, der mit dem Produkt zu tun hat.',
    },
  },
  partyRole: {
    label: { en: 'Role', de: 'Rolle' },
    definition: {
      en: 'What an economic operator is for the product.',
      de: 'Was ein Wirtschaftsakteur für das Produkt ist.',
    },
  },
  facility: {
    label: { en: 'Facility', de: 'Anlage' },
    definition: {
      en: 'Plant in which the product is made.',
      de: 'Anlage, in der das Produkt hergestellt wird.',
    },
  },
  backupProvider: {
    label: { en: 'Back-up provider', de: 'Backup-Anbieter' },
    definition: {
      en: 'Who keeps a copy of the passport.',
      de: 'Wer eine Kopie des Passes aufbewahrt.',
    },
  },
  component: {
    label: { en: 'Component', de: 'Bestandteil' },
    definition: {
      en: 'Part of the product that has a passport or an identifier of its own.',
      de: 'Teil des Produkts mit eigenem Pass oder eigener Kennung.',
    },
  },
  componentRole: {
    label: { en: 'Role of the component', de: 'Rolle des Bestandteils' },
    definition: {
      en: 'What a part is in the product.',
      de: 'Was ein Teil im Produkt ist.',
    },
  },
  quantity: {
    number: true,
    label: { en: 'Quantity', de: 'Menge' },
    definition: {
      en: 'How many of a part are in the product.',
      de: 'Wie viele eines Teils im Produkt sind.',
    },
  },
  componentPassport: {
    link: true,
    label: { en: 'Passport of the component', de: 'Pass des Bestandteils' },
    definition: {
      en: 'Address of the passport of a part.',
      de: 'Adresse des Passes eines Teils.',
    },
  },
  predecessor: {
    link: true,
    label: { en: 'Predecessor', de: 'Vorgänger' },
    definition: {
      en: 'Passport that this one follows, of the same product before or of what it was made from.',
      de: 'Pass, dem dieser folgt: desselben Produkts zuvor oder dessen, woraus es entstand.',
    },
  },
  notice: {
    label: { en: 'Notice', de: 'Hinweis' },
    definition: {
      en: 'Announcement about the product, such as a recall.',
      de: 'Was der Aussteller neben dem Pass zum Produkt bekannt gibt, etwa einen Rückruf.',
    },
  },
  noticeStatus: {
    label: { en: 'Status of the notice', de: 'Status des Hinweises' },
    definition: {
      en: 'What a notice announces: recalled, end_of_life or recycled.',
      de: 'Was ein Hinweis bekannt gibt: recalled (zurückgerufen), end_of_life (am Lebensende) oder recycled.',
    },
  },
  noticeDate: {
    day: true,
    label: { en: 'Date of the notice', de: 'Datum des Hinweises' },
    definition: { en: 'Day from which a notice holds.', de: 'Tag, ab dem ein Hinweis gilt.' },
  },
  noticeText: {
    label: { en: 'Text of the notice', de: 'Text des Hinweises' },
    definition: { en: 'What a notice says.', de: 'Was ein Hinweis sagt.' },
  },
  noticeLink: {
    link: true,
    label: { en: 'Link of the notice', de: 'Link des Hinweises' },
    definition: { en: 'Where a notice leads for more.', de: 'Wohin ein Hinweis für mehr führt.' },
  },
  notApplicable: {
    label: { en: 'Not applicable', de: 'Nicht zutreffend' },
    definition: {
      en: 'What does not apply to the product, and why.',
      de: 'Was auf das Produkt nicht zutrifft, und warum.',
    },
  },
  pointer: {
    label: { en: 'Pointer', de: 'Zeiger' },
    definition: {
      en: 'Place in the product data, as a JSON Pointer.',
      de: 'Stelle in den Produktdaten, als JSON Pointer.',
    },
  },
  reason: {
    label: { en: 'Reason', de: 'Grund' },
    definition: {
      en: 'Why something does not apply.',
      de: 'Warum etwas nicht zutrifft.',
    },
  },
};
