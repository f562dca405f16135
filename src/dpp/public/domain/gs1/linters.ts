import { checkDigitHolds } from '../../../passport/domain/index.js';

const between = (text: string, least: number, most: number): boolean => Number(text) >= least && Number(text) <= most;
const pairs = (text: string): readonly string[] => text.match(/../g) ?? [];

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const isDate = (year: string, month: string, day: string, mayLackDay: boolean): boolean =>
  between(month, 1, 12) && ((mayLackDay && day === '00') || between(day, 1, daysIn(Number(year), Number(month))));

/** The century is irrelevant: within the centuries that GS1 allows, every fourth year is a leap year. */
const isShortDate = (text: string, mayLackDay: boolean): boolean => {
  const [year = '', month = '', day = ''] = pairs(text);
  return isDate(`20${year}`, month, day, mayLackDay);
};

const isIban = (text: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{1,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
};

const isPositionInSequence = (text: string): boolean => {
  const [, position, end] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  return position !== undefined && Number(position) <= Number(end);
};

const isPieceOfTotal = (text: string): boolean => {
  const [piece = '', total = ''] = pairs(text);
  return between(piece, 1, 99) && Number(piece) <= Number(total);
};

/**
 * Content checks of the dictionary. Only the form is checked for code lists that change (countries, currencies, package
 * types, company prefixes), check characters of model numbers, and North American coupons.
 */
const LINTERS: Readonly<Record<string, (text: string) => boolean>> = {
  csum: checkDigitHolds,
  hasnondigit: (text) => /\D/.test(text),
  hh: (text) => between(text, 0, 23),
  hhmi: (text) => between(text.slice(0, 2), 0, 23) && between(text.slice(2), 0, 59),
  hyphen: (text) => /^-*$/.test(text),
  iban: isIban,
  importeridx: (text) => /^[-0-9A-Z_a-z]$/.test(text),
  iso3166alpha2: (text) => /^[A-Z]{2}$/.test(text),
  iso5218: (text) => ['0', '1', '2', '9'].includes(text),
  latitude: (text) => between(text, 0, 1_800_000_000),
  longitude: (text) => between(text, 0, 3_600_000_000),
  mediatype: (text) => between(text, 1, 10) || between(text, 80, 99),
  mi: (text) => between(text, 0, 59),
  nonzero: (text) => /[^0]/.test(text),
  nozeroprefix: (text) => text === '0' || !text.startsWith('0'),
  pcenc: (text) => !/%(?![0-9A-Fa-f]{2})/.test(text),
  pieceoftotal: isPieceOfTotal,
  posinseqslash: isPositionInSequence,
  ss: (text) => between(text, 0, 59),
  winding: (text) => ['0', '1', '9'].includes(text),
  yesno: (text) => ['0', '1'].includes(text),
  yymmdd: (text) => isShortDate(text, false),
  yymmd0: (text) => isShortDate(text, true),
  yyyymmdd: (text) => isDate(text.slice(0, 4), text.slice(4, 6), text.slice(6), false),
  zero: (text) => /^0*$/.test(text),
};

export const isSupported = (linter: string): boolean => Object.hasOwn(LINTERS, linter);

export const passes = (linter: string, text: string): boolean => LINTERS[linter]?.(text) ?? true;
