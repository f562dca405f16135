import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { InputRefused } from '../kernel/index.js';
import { yieldToEventLoop } from '../records/index.js';
import { DEPTH_MAX, tooDeep, tooManyValues } from '../web/index.js';
import { InvalidXml, ProcedureNotPresent, VersionMismatch } from './soap-errors.js';
import type { ObjectShape } from './shapes.js';
import { joinParts, type RowRules, ValueReader } from './value-reader.js';
import { type SoapVersion, versionOf } from './versions.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Bytes that are read before other work may run: some milliseconds, whatever they contain. */
const PIECE = 16 * 1024;

/** A text in many parts is joined after this many bytes: parts use heap, but joining copies the text. */
const JOINED_AFTER = 256 * 1024;

/** Maximum number of unread elements, comments and instructions outside of the call. */
const BESIDE_MAX = 1_000;

/** For one element; all are checked at its end without yielding. */
const ATTRIBUTES_MAX = 100;

/** How the elements of a call are read. */
export interface CallRules {
  readonly parameters: ObjectShape;
  /** Limits: number of elements, and size of a row. */
  readonly valuesMax: number;
  readonly rowMaxBytes: number;
}

/** The callbacks of the envelope reader. */
export interface EnvelopeRules {
  /** The namespace of the address. */
  readonly namespace: string;
  /** Called as soon as it is known. */
  found(version: SoapVersion): void;
  /**
   * Called with the first element of the body; rejects unauthorized callers before more is parsed. Undefined if it is
   * no operation.
   */
  rulesOf(element: string): CallRules | undefined;
}

const isTrue = (text: string | undefined): boolean => text?.trim() === 'true' || text?.trim() === '1';

const isNull = ({ attributes }: SaxesTagNS): boolean => {
  for (const name in attributes) {
    const { uri, local, value } = attributes[name] ?? { uri: '', local: '', value: '' };
    if (uri === XSI && local === 'nil') return isTrue(value);
  }
  return false;
};

const tooManySiblings = (): InputRefused =>
  InputRefused.sentence(
    'The envelope contains more than %max elements in addition to the call. Send fewer header elements.',
    {
      max: BESIDE_MAX,
    },
  );

/** Position of the reader in the document. */
type EnvelopePart = 'outside' | 'envelope' | 'header' | 'body' | 'call' | 'behind';

/** The end of the chunk that starts here: never inside of a character, whose first byte is at most three bytes away. */
const endOfPiece = (bytes: Buffer, from: number): number => {
  const most = from + PIECE;
  if (most >= bytes.length) return bytes.length;
  let to = most;
  while (to > most - 3 && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
  return to;
};

/** For one chunk: 32 MiB at once would take 30 ms. */
const textOf = (piece: Buffer): string => {
  if (!isUtf8(piece)) throw new InvalidXml();
  return piece.toString('utf8');
};

/** The piece of a document that is read now; knows how many bytes its characters took. */
class Piece {
  text = '';
  /** Characters and bytes: before this chunk, and in it so far. */
  private before = 0;
  private characters = 0;
  private bytes = 0;

  begin(text: string): void {
    this.bytesUntil(this.before + this.text.length);
    this.before += this.text.length;
    this.characters = 0;
    this.text = text;
  }

  /** Number of bytes before this character, which must not be earlier than the previous one. */
  bytesUntil(character: number): number {
    const inPiece = character - this.before;
    this.bytes += Buffer.byteLength(this.text.slice(this.characters, inPiece));
    this.characters = inPiece;
    return this.bytes;
  }
}

/** Follows the elements of one envelope. */
class EnvelopeReader {
  private readonly parser = new SaxesParser({ xmlns: true, position: false });
  private part: EnvelopePart = 'outside';
  private readonly piece = new Piece();
  private depth = 0;
  private count = 0;
  private attributes = 0;
  private version: SoapVersion | undefined;
  private call: CallRules | undefined;
  private values: ValueReader | undefined;
  private args: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly rules: EnvelopeRules,
  ) {
    const { parser } = this;
    parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
      if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw new InvalidXml();
    });
    parser.on('doctype', () => {
      throw new InvalidXml();
    });
    parser.on('opentagstart', () => this.descend());
    parser.on('attribute', () => this.attribute());
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', () => this.close());
    parser.on('text', (part) => this.values?.text(part));
    parser.on('cdata', (part) => {
      this.countOne();
      this.values?.text(part);
    });
    parser.on('comment', () => this.countOne());
    parser.on('processinginstruction', () => this.countOne());
    parser.on('error', (error) => {
      // Only reports that the text cannot be parsed, without the position.
      throw new InvalidXml(error);
    });
  }

  /** Reads the call, and yields to other work in a long document. */
  async read(): Promise<Readonly<Record<string, unknown>>> {
    const { bytes } = this;
    let [from, joinedAt] = [0, 0];
    while (from < bytes.length) {
      if (from > 0) await yieldToEventLoop();
      const to = endOfPiece(bytes, from);
      this.piece.begin(textOf(bytes.subarray(from, to)));
      this.parser.write(this.piece.text);
      from = to;
      if (from - joinedAt < JOINED_AFTER) continue;
      // The parser reports a text at its end, and builds it character by character until then.
      joinParts(String(this.parser['text']));
      this.values?.joinText();
      joinedAt = from;
    }
    this.parser.close();
    if (!this.version) throw new VersionMismatch();
    if (!this.args) throw new ProcedureNotPresent();
    return this.args;
  }

  private descend(): void {
    this.depth += 1;
    this.attributes = 0;
    if (this.depth > DEPTH_MAX) throw tooDeep();
    this.countOne();
  }

  private countOne(): void {
    this.count += 1;
    if (this.count <= (this.call?.valuesMax ?? BESIDE_MAX)) return;
    throw this.call ? tooManyValues(this.call.valuesMax) : tooManySiblings();
  }

  private attribute(): void {
    this.attributes += 1;
    if (this.attributes > ATTRIBUTES_MAX) throw new InvalidXml();
  }

  private open(tag: SaxesTagNS): void {
    const { local, uri } = tag;
    switch (this.part) {
      case 'outside':
        this.version = local === 'Envelope' ? versionOf(uri) : undefined;
        if (!this.version) throw new VersionMismatch();
        this.rules.found(this.version);
        this.part = 'envelope';
        return;
      case 'envelope':
        if (uri === this.version?.envelope && local === 'Body') this.part = 'body';
        else if (this.depth === 2) this.part = 'header';
        return;
      case 'body':
        this.call = uri === this.rules.namespace ? this.rules.rulesOf(local) : undefined;
        if (!this.call) throw new ProcedureNotPresent();
        this.count = 0;
        this.values = this.valuesOf(this.call);
        this.part = 'call';
        this.begin(tag);
        return;
      case 'call':
        this.begin(tag);
        return;
      case 'header':
      case 'behind':
    }
  }

  private begin(tag: SaxesTagNS): void {
    const isKnown = tag.uri === '' || tag.uri === this.rules.namespace;
    this.values?.begin(tag.local, { isNull: isNull(tag), isKnown });
  }

  private valuesOf({ parameters, rowMaxBytes }: CallRules): ValueReader {
    const rows: RowRules = { longest: rowMaxBytes, bytesRead: () => this.piece.bytesUntil(this.parser.position) };
    return new ValueReader(parameters, rows);
  }

  private close(): void {
    this.depth -= 1;
    if (this.part === 'call') {
      const args = this.values?.end();
      if (!args) return;
      this.args = args;
      this.values = undefined;
      this.part = 'behind';
    } else if (this.part === 'header' && this.depth === 1) this.part = 'envelope';
    else if (this.part === 'body') this.part = 'behind';
  }
}

/**
 * Reads the envelope of a call: the elements of the first element in its body. Throws `InvalidXml`, `VersionMismatch`,
 * `ProcedureNotPresent`, or a refusal if it is nested too deep.
 */
export const readEnvelope = async (bytes: Buffer, rules: EnvelopeRules): Promise<Readonly<Record<string, unknown>>> =>
  new EnvelopeReader(bytes, rules).read();
