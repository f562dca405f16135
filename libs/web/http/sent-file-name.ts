/** A header parameter as sent, including its quotes. */
type Parameter = readonly [name: string, value: string];

const PARAMETER = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*("(?:[^"\\]|\\[\s\S])*"|[^;]*)/g;

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value.trim();

const decodedBy = (charset: string, bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Decodes an RFC 8187 value such as `utf-8''N%C3%A4me.pdf`; undefined if it is invalid. */
const extendedValue = (value: string): string | undefined => {
  const [, charset = '', text = ''] = /^([\w-]+)'[\w-]*'((?:[^%]|%[0-9a-f]{2})*)$/i.exec(unquoted(value)) ?? [];
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return charset === '' ? undefined : decodedBy(charset, Buffer.from(bytes, 'latin1'));
};

const ENCODED_WORD = /=\?([\w-]+)\?([BQ])\?([^?]*)\?=(?:[ \t]+(?==\?))?/gi;

const wordBytes = (form: string, text: string): Buffer => {
  if (form.toUpperCase() === 'B') return Buffer.from(text, 'base64');
  const plain = text.replaceAll('_', ' ');
  const bytes = plain.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1');
};

/** Decodes RFC 2047 encoded words, which .NET sends in file names. */
const withoutEncodedWords = (text: string): string =>
  text.replace(
    ENCODED_WORD,
    (word, charset: string, form: string, sent: string) => decodedBy(charset, wordBytes(form, sent)) ?? word,
  );

/** Browsers encode quotes and line ends of names this way and leave all other percent signs unchanged. */
const FORM_CODES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
const FORM_CODE = /%(?:22|0D|0A)/gi;

interface Disposition {
  /** The decoded name of the file. */
  readonly filename: string;
  /** The same header in the common form, with a placeholder for the file name. */
  readonly plain: string;
}

/**
 * A part's `Content-Disposition` header with an encoded file name: `filename*` takes precedence wherever it is (RFC
 * 6266), then encoded words and the browsers' codes. Undefined for any other header. Bytes are Latin-1 characters.
 */
export const encodedFileName = (header: string): Disposition | undefined => {
  const parameters: readonly Parameter[] = [...header.matchAll(PARAMETER)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ]);
  const valueOf = (name: string): string | undefined => parameters.find(([one]) => one === name)?.[1];
  const name = valueOf('name');
  const plain = `form-data${name === undefined ? '' : `; name=${name}`}; filename="file"`;
  const extended = valueOf('filename*');
  const filename = extended === undefined ? undefined : extendedValue(extended);
  if (filename !== undefined) return { filename, plain };
  const sent = valueOf('filename');
  if (sent === undefined) return undefined;
  const text = Buffer.from(unquoted(sent), 'latin1').toString();
  const decoded = withoutEncodedWords(text).replace(FORM_CODE, (code) => FORM_CODES[code.toUpperCase()] ?? code);
  return decoded === text && extended === undefined ? undefined : { filename: decoded, plain };
};
