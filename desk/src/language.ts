/** Languages of the page. Texts from the server (descriptions, errors) are in English. */
export type Language = 'en' | 'de';

const KEY = 'kontor-desk-language';
const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'de';

const preferred = (): Language => {
  const stored = localStorage.getItem(KEY);
  if (isLanguage(stored)) return stored;
  const spoken = navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
  return spoken.find(isLanguage) ?? 'en';
};

/** Constant until the page is reloaded, so that texts can be plain constants. */
export const language: Language = preferred();

/** Drafts survive the reload. */
export const changeLanguage = (wanted: Language): void => {
  localStorage.setItem(KEY, wanted);
  location.reload();
};

/** Selects the texts of a screen in the language of the page. */
export const inLanguage = <T extends object>(en: T, de: T): T => (language === 'de' ? de : en);

const locale = language === 'de' ? 'de-DE' : 'en-GB';

/** Takes decimals as strings, so that formatting never converts them to binary numbers. */
export const formatDecimal = (value: string | number, digits?: { least?: number; most?: number }): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits?.least ?? 0,
    maximumFractionDigits: digits?.most ?? 6,
  }).format(value as Intl.StringNumericLiteral);

export const formatMoney = (value: string | number, currency: string | null, least = 2): string => {
  const amount = formatDecimal(value, { least });
  return currency === null ? amount : `${amount}\u00a0${currency}`;
};

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a date such as `2026-01-31`. */
export const formatDay = (day: string): string => {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? day : days.format(time).replace(/ /g, '\u00a0');
};

const months = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const A_SEASON_S = 100 * 86_400;

/** The date label of an axis tick; `span` is the length of the axis in seconds. */
export const formatTick = (seconds: number, span: number): string =>
  (span > A_SEASON_S ? months : shortDays).format(seconds * 1000);

/** Formats a server timestamp in the time zone of the browser. */
export const formatInstant = (instant: string): string => {
  const time = Date.parse(/[zZ]$/.test(instant) ? instant : `${instant.replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? instant : instants.format(time);
};

export const formatBytes = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} B`
    : bytes < 1e6
      ? `${formatDecimal(bytes / 1e3, { most: 1 })} kB`
      : bytes < 1e9
        ? `${formatDecimal(bytes / 1e6, { most: 1 })} MB`
        : `${formatDecimal(bytes / 1e9, { most: 1 })} GB`;

/** The current date in the time zone of the browser, as `2026-01-31`. */
export const today = (): string => {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
