import type { PageLanguage } from './languages.js';

/** Remarks about the law in shipped templates. Longer remarks come before shorter ones that they contain. */
const REMARKS: readonly (readonly [english: string | RegExp, german: string])[] = [
  [
    'limits of tyre abrasion; no act of the Union asks a passport for it',
    'Grenzwerte für Reifenabrieb; kein Rechtsakt der Union verlangt diese Angabe im Pass',
  ],
  [
    'asked for only where a harmonised technical specification does',
    'nur verlangt, wenn eine harmonisierte technische Spezifikation es vorsieht',
  ],
  [
    'once a harmonised technical specification under it applies',
    'sobald eine harmonisierte technische Spezifikation dazu gilt',
  ],
  [
    'delegated act with product requirements not adopted',
    'delegierter Rechtsakt mit Produktanforderungen nicht erlassen',
  ],
  ['asked for only by a delegated act: not adopted', 'nur durch einen delegierten Rechtsakt verlangt: nicht erlassen'],
  [
    /frame; what is asked of a product is set by delegated acts/g,
    'Rahmen; delegierte Rechtsakte legen fest, was für ein Produkt verlangt wird',
  ],
  [
    'symbol of separate collection; other labels later, by implementing act',
    'Symbol für getrennte Sammlung; andere Kennzeichnungen später durch Durchführungsrechtsakt',
  ],
  [
    'carbon footprint; acts on its calculation and classes not adopted',
    'CO2-Fußabdruck; Rechtsakte zu Berechnung und Klassen nicht erlassen',
  ],
  [
    'recycled content, other batteries; act on its calculation not adopted',
    'Rezyklatgehalt, andere Batterien; Rechtsakt zur Berechnung nicht erlassen',
  ],
  ['recycled content, batteries of light means of transport', 'Rezyklatgehalt, Batterien für leichte Verkehrsmittel'],
  ['who reads points 2 and 4; act not adopted', 'Leserkreis der Nummern 2 und 4; Rechtsakt nicht erlassen'],
  ['no act of the Union asks for it', 'von keinem Rechtsakt der Union verlangt'],
  ['batteries that can be taken out and replaced', 'Batterien, die entnommen und ausgetauscht werden können'],
  ['Ecodesign and Energy Labelling Working Plan', 'Arbeitsplan für Ökodesign und Energieverbrauchskennzeichnung'],
  ['product database of energy labels', 'Produktdatenbank für die Energieverbrauchskennzeichnung'],
  ['ecodesign of smartphones and tablets', 'Ökodesign von Smartphones und Tablets'],
  ['energy label of smartphones and tablets', 'Energielabel von Smartphones und Tablets'],
  ['declaration of performance and conformity', 'Leistungs- und Konformitätserklärung'],
  ['polycyclic aromatic hydrocarbons in tyres', 'polyzyklische aromatische Kohlenwasserstoffe in Reifen'],
  ['Data attributes for the battery passport', 'Datenattribute für den Batteriepass'],
  ['Power in off mode and standby', 'Leistungsaufnahme im Aus- und Bereitschaftszustand'],
  ['delegated acts on electronics expected', 'delegierte Rechtsakte zu Elektronik erwartet'],
  ['delegated act on electronics', 'delegierter Rechtsakt zu Elektronik'],
  ['delegated act on furniture', 'delegierter Rechtsakt zu Möbeln'],
  ['delegated act on iron and steel', 'delegierter Rechtsakt zu Eisen und Stahl'],
  ['delegated act on textile apparel', 'delegierter Rechtsakt zu Bekleidung'],
  ['delegated act on tyres', 'delegierter Rechtsakt zu Reifen'],
  ['delegated act under', 'delegierter Rechtsakt nach'],
  ['delegated act', 'delegierter Rechtsakt'],
  ['horizontal requirements', 'horizontale Anforderungen'],
  ['type approval of tyres by', 'Typgenehmigung von Reifen nach'],
  ['QR code of all batteries', 'QR-Code auf allen Batterien'],
  ['due diligence, put off', 'Sorgfaltspflichten, verschoben'],
  ['obligations of manufacturers', 'Pflichten der Hersteller'],
  ['performance and durability', 'Leistung und Haltbarkeit'],
  ['toys that are radio equipment', 'Spielzeuge, die Funkanlagen sind'],
  ['fibre names and labels', 'Faserbezeichnungen und Etiketten'],
  ['deforestation-free wood', 'entwaldungsfreies Holz'],
  ['digital product passport', 'digitaler Produktpass'],
  ['information requirements', 'Informationsanforderungen'],
  ['substances in articles', 'Stoffe in Erzeugnissen'],
  ['guarantee of durability', 'Haltbarkeitsgarantie'],
  [/told on the package/g, 'Angabe auf der Verpackung'],
  ['safety data sheets', 'Sicherheitsdatenblätter'],
  ['embedded emissions', 'graue Emissionen'],
  ['tyre abrasion', 'Reifenabrieb'],
  ['tyre label', 'Reifenetikett'],
  ['label, ', 'Etikett, '],
  ['microplastics', 'Mikroplastik'],
  ['formaldehyde', 'Formaldehyd'],
  ['until then', 'bis dahin'],
  ['not adopted', 'nicht erlassen'],
  ['planned for', 'geplant für'],
  ['as amended by', 'geändert durch'],
  ['expected', 'erwartet'],
];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MONATE = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const germanDay = (_: string, day: string, month: string, year: string): string =>
  `${day}. ${MONATE[MONTHS.indexOf(month)] ?? month} ${year}`;

const GERMAN_ENDS: Readonly<Record<string, string>> = { EU: 'EU', EC: 'EG', EEC: 'EWG' };
/** `(1)` is a paragraph, `(a)` a letter. */
const below = (parts: string): string =>
  parts.replace(/\((\d+)\)/g, ' Absatz $1').replace(/\(([a-z]{1,3})\)/g, ' Buchstabe $1');

type Rule = readonly [RegExp, string | ((...found: string[]) => string)];

/** How the law is cited in German. Only whole citations are translated, so that merchants' own texts stay unchanged. */
const RULES: readonly Rule[] = [
  [
    new RegExp(String.raw`\bfrom (\d{1,2}) (${MONTHS.join('|')}) (\d{4})`, 'g'),
    (...found) => `ab ${germanDay('', found[1] ?? '', found[2] ?? '', found[3] ?? '')}`,
  ],
  [
    new RegExp(String.raw`\bas of (\d{1,2}) (${MONTHS.join('|')}) (\d{4})`, 'g'),
    (...found) => `Stand ${germanDay('', found[1] ?? '', found[2] ?? '', found[3] ?? '')}`,
  ],
  [/\bUN Regulations No (\d+) and No (\d+)/g, 'UN-Regelungen Nr. $1 und Nr. $2'],
  [/\bUN Regulation No (\d+)/g, 'UN-Regelung Nr. $1'],
  [/\bof Regulation \((EU|EC)\)/g, 'der Verordnung ($1)'],
  [/\bDelegated Regulation \(EU\)/g, 'Delegierte Verordnung (EU)'],
  [/\bImplementing Regulation \(EU\)/g, 'Durchführungsverordnung (EU)'],
  [/\bRegulation \((EU|EC)\) No (?=\d)/g, (...found) => `Verordnung (${GERMAN_ENDS[found[1] ?? ''] ?? ''}) Nr. `],
  [/\bRegulation \((EU|EC)\)/g, (...found) => `Verordnung (${GERMAN_ENDS[found[1] ?? ''] ?? ''})`],
  [/\bDirective \((EU)\)/g, 'Richtlinie ($1)'],
  [
    /\bDirective (\d+\/\d+)\/(EU|EC|EEC)\b/g,
    (...found) => `Richtlinie ${found[1] ?? ''}/${GERMAN_ENDS[found[2] ?? ''] ?? ''}`,
  ],
  [/(?:,\s)?\bpoint (\d+)((?:\([a-z]{1,3}\))*)/g, (...found) => ` Nummer ${found[1] ?? ''}${below(found[2] ?? '')}`],
  [/(?:,\s)?\bpoint \(([a-z]{1,3})\)/g, ' Buchstabe $1'],
  [/(?:,\s)?\bPart ([A-Z]|[IVX]+)\b/g, ' Teil $1'],
  [/\bArticles (\d+) and following/g, 'Artikel $1 und folgende'],
  [/\bArticles? (\d+)((?:\(\w{1,3}\))*)/g, (...found) => `Artikel ${found[1] ?? ''}${below(found[2] ?? '')}`],
  [/\bAnnexes ([IVXLC]+[a-z]?)/g, 'Anhänge $1'],
  [/\bAnnex ([IVXLC]+[a-z]?)/g, 'Anhang $1'],
  [/\bentry (?=\d)/g, 'Eintrag '],
  [/(?<=\d|\bAbsatz \d|[IVX]) and \((\d+)\)/g, ' und $1'],
  [/(?<=[\dIVXa-z)]) and (?=\d|Anh|Art|[IVX]+\b)/g, ' und '],
  [/(?<=[\dIVX]) to (?=\d|[IVX]+\b)/g, ' bis '],
];

const germanText = (text: string): string => {
  const remarked = REMARKS.reduce((said, [english, german]) => said.replaceAll(english, german), text);
  return RULES.reduce<string>((said, [form, german]) => said.replace(form, german as never), remarked).replace(
    / {2,}/g,
    ' ',
  );
};

/** Translates a reference to the law into the language of the page. Any other text stays unchanged. */
export const citation = (text: string, page: PageLanguage): string => (page === 'de' ? germanText(text) : text);

/** Units that are words, in singular and plural. */
const UNITS: Readonly<Record<string, Readonly<Record<PageLanguage, readonly [one: string, many: string]>>>> = {
  month: { en: ['month', 'months'], de: ['Monat', 'Monate'] },
  year: { en: ['year', 'years'], de: ['Jahr', 'Jahre'] },
  day: { en: ['day', 'days'], de: ['Tag', 'Tage'] },
  hour: { en: ['hour', 'hours'], de: ['Stunde', 'Stunden'] },
  minute: { en: ['minute', 'minutes'], de: ['Minute', 'Minuten'] },
  cycle: { en: ['cycle', 'cycles'], de: ['Zyklus', 'Zyklen'] },
  piece: { en: ['piece', 'pieces'], de: ['Stück', 'Stück'] },
};

const wordOf = (unit: string) => UNITS[unit] ?? (unit.endsWith('s') ? UNITS[unit.slice(0, -1)] : undefined);

/** The unit of a number: words in the language of the page (`24 Monate`), symbols unchanged. */
export const unitText = (unit: string, value: number, page: PageLanguage): string => {
  const word = wordOf(unit);
  if (word) return word[page][value === 1 ? 0 : 1];
  return unit.replace(/(?<=\/)[a-z]{3,}$/, (part) => wordOf(part)?.[page][0] ?? part);
};
