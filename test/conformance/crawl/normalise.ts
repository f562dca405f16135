import { createHash } from 'node:crypto';

/** Longest body that is recorded completely. Of longer ones, the beginning and a hash are recorded. */
const WHOLE = 500;
const BEGINNING = 300;

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const JWT = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g;
/** The application's version in the OpenAPI document. */
const VERSION = /^(\{"openapi":.{0,200}?"version":")[^"]*/s;
/** Memory and queues of the process, as Desk shows them. */
const STATE = /^(\{"process":)[^]*$/;
const NEVER = /(?!)/;
const DIGEST = /\bsha-256:[0-9a-f]{64}\b/g;
const REPORT = /\bwebapi-[0-9a-f]{13}\b/g;
/** The QR code of a page whose address contains a UUID. */
const DRAWN = /<svg[^>]*>.*?<\/svg>/gs;
const RUN = /(.)\1{29,}/g;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Shortens 300 times `a` to `a{300}`. */
export const withoutRuns = (text: string): string => text.replace(RUN, (run, sign: string) => `${sign}{${run.length}}`);

/** Escapes line ends and control characters, so that the text fits on one line. */
export const oneLine = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/[\p{Cc}\u2028\u2029\ufffd]/gu, (sign) => {
    const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
    return known[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

export const shortened = (text: string, whole = WHOLE, beginning = BEGINNING): string =>
  text.length <= whole ? text : `${text.slice(0, beginning)} …${text.length} sha256:${hashOf(text)}`;

/** Replaces what differs between runs. The same value always gets the same name. */
export class Normaliser {
  private readonly named = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** Replaces this text with `<name>` from now on. */
  learn(text: string, name: string): void {
    if (text.length >= 8 && !this.named.has(text)) this.named.set(text, `<${name}>`);
  }

  text(raw: string): string {
    let text = raw;
    for (const [known, name] of this.named) if (text.includes(known)) text = text.replaceAll(known, name);
    return text
      .replace(JWT, '<jwt>')
      .replace(VERSION, '$1<version>')
      .replace(STATE, '$1<state>')
      .replace(REPORT, '<report>')
      .replace(text.startsWith('<svg') ? NEVER : DRAWN, '<svg drawn>')
      .replace(DIGEST, 'sha-256:<digest>')
      .replace(UUID, (uuid) => this.nameOf('uuid', uuid));
  }

  private nameOf(kind: string, value: string): string {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.named.set(value, name);
    return name;
  }
}
