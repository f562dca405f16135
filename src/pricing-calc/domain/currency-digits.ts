/** ISO 4217: currencies whose minor unit isn't 2 digits. CLDR, which `Intl` follows, differs for a dozen of them. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(digits)])),
);

/** Digits after the point of an amount of money in this currency; 2 where ISO 4217 names none (gold, test codes). */
export const currencyDigits = (currency: string): number => DIGITS.get(currency) ?? 2;
