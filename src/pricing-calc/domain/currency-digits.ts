/**
 * Currencies whose minor unit in ISO 4217 does not have 2 digits. `Intl` follows CLDR, which differs for a dozen of
 * them.
 */
const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(digits)])),
);

/** Decimal places of an amount in this currency; 2 if ISO 4217 names none (gold, test codes). */
export const currencyDigits = (currency: string): number => DIGITS.get(currency) ?? 2;
