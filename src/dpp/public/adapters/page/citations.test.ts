import { SHIPPED_TEMPLATES } from '../../../templates/adapters/shipped/shipped-templates.js';
import { allProperties, shapeOf } from '../../../templates/domain/index.js';
import { citation, unitText } from './citations.js';

const TEXTS = [
  ...new Set(
    SHIPPED_TEMPLATES.flatMap(({ schema, legal_basis }) => [
      ...allProperties(shapeOf(schema)).flatMap(({ cite }) => cite ?? []),
      ...legal_basis.flatMap(({ act, article }) => [act, article ?? '']),
    ]),
  ),
];
const ENGLISH =
  /\b(?:Regulations?|Directive|Annex(?:es)?|Articles?|points?|Part|entry|and|to|of|the|from|for|by|act|not|as|No)\b/;

describe('citations on the page', () => {
  it('are German on a German page, whatever a shipped template cites', () => {
    expect(TEXTS.length).toBeGreaterThan(150);
    expect(TEXTS.map((text) => citation(text, 'de')).filter((text) => ENGLISH.test(text))).toEqual([]);
    expect(TEXTS.filter((text) => citation(text, 'en') !== text)).toEqual([]);
  });

  it.each([
    [
      'Regulation (EU) 2023/1542, Annex XIII, point 1(a); Annex VI, Part A, point 5',
      'Verordnung (EU) 2023/1542, Anhang XIII Nummer 1 Buchstabe a; Anhang VI Teil A Nummer 5',
    ],
    [
      'Regulation (EU) 2023/1542, Annex XIII, point 1(q); Article 13(4) and (5)',
      'Verordnung (EU) 2023/1542, Anhang XIII Nummer 1 Buchstabe q; Artikel 13 Absatz 4 und 5',
    ],
    [
      'Regulation (EU) 2023/1542, Annex XIII, point 1(s); Article 74(1)(f)',
      'Verordnung (EU) 2023/1542, Anhang XIII Nummer 1 Buchstabe s; Artikel 74 Absatz 1 Buchstabe f',
    ],
    [
      'Regulation (EC) No 648/2004, Article 11; from 23 September 2029 Regulation (EU) 2026/405, Article 17 and Annex V',
      'Verordnung (EG) Nr. 648/2004, Artikel 11; ab 23. September 2029 Verordnung (EU) 2026/405, Artikel 17 und Anhang V',
    ],
    ['Directive 2009/48/EC, Article 15', 'Richtlinie 2009/48/EG, Artikel 15'],
    ['Delegated Regulation (EU) 2023/1669, Annex II and IV', 'Delegierte Verordnung (EU) 2023/1669, Anhang II und IV'],
    ['Articles 9 to 11 and Annex III', 'Artikel 9 bis 11 und Anhang III'],
    [
      'Our house rule: part of the point, to be read and kept',
      'Our house rule: part of the point, to be read and kept',
    ],
  ])('%s', (english, german) => {
    expect(citation(english, 'de')).toBe(german);
  });
});

describe('units on the page', () => {
  it.each([
    ['months', 24, '24 months', '24 Monate'],
    ['month', 1, '1 month', '1 Monat'],
    ['year', 8, '8 years', '8 Jahre'],
    ['cycles', 1000, '1000 cycles', '1000 Zyklen'],
    ['%/month', 2.3, '2.3 %/month', '2.3 %/Monat'],
    ['kg CO2e/piece', 2, '2 kg CO2e/piece', '2 kg CO2e/Stück'],
    ['kg CO2e/kWh', 2, '2 kg CO2e/kWh', '2 kg CO2e/kWh'],
    ['min', 2, '2 min', '2 min'],
    ['mΩ', 105, '105 mΩ', '105 mΩ'],
  ])('%s', (unit, value, english, german) => {
    expect([`${value} ${unitText(unit, value, 'en')}`, `${value} ${unitText(unit, value, 'de')}`]).toEqual([
      english,
      german,
    ]);
  });

  it('that are words are all known in German', () => {
    const units = new Set(
      SHIPPED_TEMPLATES.flatMap(({ vocabulary }) => Object.values(vocabulary.terms).flatMap(({ unit }) => unit ?? [])),
    );
    const isWord = (unit: string): boolean => /(?:^|[/ ])[a-z]{4,}$/.test(unit);
    const same = [...units].filter((unit) => isWord(unit) && unitText(unit, 2, 'de') === unit);
    expect(same).toEqual([]);
  });
});
