import type { Format } from 'ajv';
import { parseDay } from '../../../../../libs/kernel/index.js';
import { isCountry, gtin14, isLanguageTag, isSafeIri } from '../../../passport/domain/index.js';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DURATION = /^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

const text = (is: (value: string) => boolean): Format => ({ type: 'string', validate: is });

/** All formats there are: another name makes a schema refused. None backtracks; links are only of schemes that are safe. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: text((value) => parseDay(value) !== undefined),
  'date-time': text((value) => parseDay(INSTANT.exec(value)?.[1] ?? '') !== undefined),
  duration: text((value) => DURATION.test(value)),
  uri: text(isSafeIri),
  email: text((value) => /^[^\s@<>()[\],;:"\\]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(value)),
  uuid: text((value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
  country: text(isCountry),
  'language-tag': text(isLanguageTag),
  gtin: text((value) => gtin14(value) !== undefined),
};
