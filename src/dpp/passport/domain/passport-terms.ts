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
      en: 'Scope of the passport: a model, a batch or a single item.',
      de: 'Geltungsbereich des Passes: ein Modell, eine Charge oder ein einzelnes Stück.',
    },
  },
  templateCode: {
    label: { en: 'Template', de: 'Vorlage' },
    definition: {
      en: 'Code of the template that defines the product data.',
      de: 'Code der Vorlage, die die Produktdaten festlegt.',
    },
  },
  templateVersion: {
    label: { en: 'Template version', de: 'Version der Vorlage' },
    definition: {
      en: 'Semantic version of the template that defines the product data.',
      de: 'Semantische Version der Vorlage, die die Produktdaten festlegt.',
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
    definition: { en: "Image of the passport's QR code.", de: 'Bild des QR-Codes des Passes.' },
  },
  payload: {
    label: { en: 'Product data', de: 'Produktdaten' },
    definition: {
      en: 'Product data in the structure that the template defines.',
      de: 'Daten des Produkts, gegliedert nach der Vorlage.',
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
      en: 'Intended use of the battery: stationary storage, traction, backup or other.',
      de: 'Vorgesehene Verwendung der Batterie: stationäre Speicherung, Antrieb, Notstrom oder anderes.',
    },
  },
  rechargeable: {
    label: { en: 'Rechargeable', de: 'Wiederaufladbar' },
    definition: {
      en: 'Whether the battery can be recharged.',
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
      en: 'Extent to which the battery stores its energy outside its cells: not at all, partly or exclusively.',
      de: 'Ob die Batterie ihre Energie außerhalb ihrer Zellen speichert: gar nicht, teilweise oder ausschließlich.',
    },
  },
  ratedEnergyWh: {
    number: true,
    unit: 'Wh',
    unitCode: 'WHR',
    label: { en: 'Rated energy', de: 'Nennenergie' },
    definition: {
      en: 'Rated energy content of the battery, in watt-hours.',
      de: 'Nennenergie der Batterie in Wattstunden.',
    },
  },
  party: {
    label: { en: 'Party', de: 'Beteiligter' },
    definition: {
      en: 'Economic operator involved with the product.',
      de: 'Am Produkt beteiligter Wirtschaftsakteur.',
    },
  },
  partyRole: {
    label: { en: 'Role', de: 'Rolle' },
    definition: {
      en: 'Role of an economic operator with regard to the product.',
      de: 'Rolle eines Wirtschaftsakteurs in Bezug auf das Produkt.',
    },
  },
  facility: {
    label: { en: 'Facility', de: 'Anlage' },
    definition: {
      en: 'Plant in which the product is manufactured.',
      de: 'Anlage, in der das Produkt hergestellt wird.',
    },
  },
  backupProvider: {
    label: { en: 'Backup provider', de: 'Backup-Anbieter' },
    definition: {
      en: 'Provider that keeps a backup copy of the passport.',
      de: 'Anbieter, der eine Sicherungskopie des Passes aufbewahrt.',
    },
  },
  component: {
    label: { en: 'Component', de: 'Bestandteil' },
    definition: {
      en: 'Part of the product that has its own passport or identifier.',
      de: 'Teil des Produkts mit eigenem Pass oder eigener Kennung.',
    },
  },
  componentRole: {
    label: { en: 'Role of the component', de: 'Rolle des Bestandteils' },
    definition: {
      en: 'Function of a component in the product.',
      de: 'Funktion eines Bestandteils im Produkt.',
    },
  },
  quantity: {
    number: true,
    label: { en: 'Quantity', de: 'Menge' },
    definition: {
      en: 'Number of components of this kind in the product.',
      de: 'Anzahl dieser Bestandteile im Produkt.',
    },
  },
  componentPassport: {
    link: true,
    label: { en: 'Passport of the component', de: 'Pass des Bestandteils' },
    definition: {
      en: 'Web address of the passport of a component.',
      de: 'Webadresse des Passes eines Bestandteils.',
    },
  },
  predecessor: {
    link: true,
    label: { en: 'Predecessor', de: 'Vorgänger' },
    definition: {
      en: 'Earlier passport of the same product, or passport of a product that this product was made from.',
      de: 'Früherer Pass desselben Produkts oder Pass eines Produkts, aus dem dieses entstanden ist.',
    },
  },
  notice: {
    label: { en: 'Notice', de: 'Hinweis' },
    definition: {
      en: 'Announcement about the product, such as a recall.',
      de: 'Mitteilung des Ausstellers zum Produkt, etwa ein Rückruf.',
    },
  },
  noticeStatus: {
    label: { en: 'Status of the notice', de: 'Status des Hinweises' },
    definition: {
      en: 'Status that a notice announces: recalled, end_of_life or recycled.',
      de: 'Status, den ein Hinweis bekannt gibt: recalled (zurückgerufen), end_of_life (am Lebensende) oder recycled (recycelt).',
    },
  },
  noticeDate: {
    day: true,
    label: { en: 'Date of the notice', de: 'Datum des Hinweises' },
    definition: { en: 'Day from which a notice applies.', de: 'Tag, ab dem ein Hinweis gilt.' },
  },
  noticeText: {
    label: { en: 'Text of the notice', de: 'Text des Hinweises' },
    definition: { en: 'Message of a notice.', de: 'Mitteilung eines Hinweises.' },
  },
  noticeLink: {
    link: true,
    label: { en: 'Link of the notice', de: 'Link des Hinweises' },
    definition: {
      en: 'Web address of further information about a notice.',
      de: 'Webadresse mit weiteren Informationen zu einem Hinweis.',
    },
  },
  notApplicable: {
    label: { en: 'Not applicable', de: 'Nicht zutreffend' },
    definition: {
      en: 'Values that do not apply to the product, with the reasons.',
      de: 'Angaben, die auf das Produkt nicht zutreffen, mit Begründung.',
    },
  },
  pointer: {
    label: { en: 'Pointer', de: 'Zeiger' },
    definition: {
      en: 'Location in the product data, as a JSON Pointer.',
      de: 'Stelle in den Produktdaten, als JSON Pointer.',
    },
  },
  reason: {
    label: { en: 'Reason', de: 'Grund' },
    definition: {
      en: 'Reason why a value does not apply.',
      de: 'Grund, aus dem eine Angabe nicht zutrifft.',
    },
  },
};

/** Header fields of a passport in the EN 18222 interface (EN 18223, Table 1). */
export const HEADER_FIELDS = [
  'digitalProductPassportId',
  'uniqueProductIdentifier',
  'granularity',
  'dppSchemaVersion',
  'dppStatus',
  'lastUpdated',
  'economicOperatorId',
  'facilityId',
  'contentSpecificationIds',
] as const;
