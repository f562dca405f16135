import { citation, unitText } from './citations.js';

describe('citations on the page', () => {
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
  ])('are translated into German: %s', (english, german) => {
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
  ])('are translated and inflected: %s', (unit, value, english, german) => {
    expect([`${value} ${unitText(unit, value, 'en')}`, `${value} ${unitText(unit, value, 'de')}`]).toEqual([
      english,
      german,
    ]);
  });
});
