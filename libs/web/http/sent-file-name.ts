/** A parameter of a header as sent, with its quotes. */
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

/** A value of RFC 8187, such as `utf-8''N%C3%A4me.pdf`; undefined if it is invalid. */
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

/** Encoded words of RFC 2047, which .NET sends in file names. */
const withoutEncodedWords = (text: string): string =>
  text.replace(
    ENCODED_WORD,
    (word, charset: string, form: string, sent: string) => decodedBy(charset, wordBytes(form, sent)) ?? word,
  );

/** Browsers write quotes and line ends of names in this way and leave all other percent signs as they are. */
const FORM_CODES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
const FORM_CODE = /%(?:22|0D|0A)/gi;

interface Disposition {
  /** The name of the file, if it is written in a way that only some clients use. */
  readonly filename: string;
  /** The same header in the common way, with a placeholder for the file name. */
  readonly plain: string;
}

/**
 * A `Content-Disposition` of a part whose file name is encoded: `filename*` wins wherever it is (RFC 6266), then encoded
 * words and the codes of browsers count. Undefined for any other header. Bytes are characters of Latin-1.
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
