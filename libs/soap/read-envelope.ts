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

/** Number of bytes to read before yielding to other work; takes a few milliseconds, whatever they contain. */
const PIECE = 16 * 1024;

/** Number of bytes after which the chunks of a text are joined: chunks use heap, but joining copies the text. */
const JOINED_AFTER = 256 * 1024;

/** Maximum number of ignored elements, comments and instructions outside of the call. */
const IGNORED_NODES_MAX = 1_000;

/** Maximum number of attributes of an element, because they are all checked without yielding. */
const ATTRIBUTES_MAX = 100;

/** How the elements of a call are read. */
export interface CallRules {
  readonly parameters: ObjectShape;
  /** Limits: number of elements, and size of a row in bytes. */
  readonly valuesMax: number;
  readonly rowMaxBytes: number;
}

/** Settings and callbacks of the envelope reader. */
export interface EnvelopeRules {
  /** Namespace of the address. */
  readonly namespace: string;
  /** Called as soon as the SOAP version is known. */
  found(version: SoapVersion): void;
  /**
   * Called with the first element of the body. Throws for unauthorized callers before more is parsed. Undefined if it
   * is not an operation.
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
      max: IGNORED_NODES_MAX,
    },
  );

/** Position of the reader in the document. */
type EnvelopePart = 'outside' | 'envelope' | 'header' | 'body' | 'call' | 'behind';

/** The end of the chunk that starts here. Chunks never split a character, which has at most four bytes. */
const endOfPiece = (bytes: Buffer, from: number): number => {
  const most = from + PIECE;
  if (most >= bytes.length) return bytes.length;
  let to = most;
  while (to > most - 3 && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
  return to;
};

/** Decodes one chunk, because decoding 32 MiB at once would take 30 ms. */
const textOf = (piece: Buffer): string => {
  if (!isUtf8(piece)) throw new InvalidXml();
  return piece.toString('utf8');
};

/** The current chunk of a document. Maps positions in characters to bytes. */
class Piece {
  text = '';
  /** Numbers of characters and bytes before this chunk, and so far inside it. */
  private before = 0;
  private characters = 0;
  private bytes = 0;

  begin(text: string): void {
    this.bytesUntil(this.before + this.text.length);
    this.before += this.text.length;
    this.characters = 0;
    this.text = text;
  }

  /** Number of bytes before this character, which must not be before the previous one. */
  bytesUntil(character: number): number {
    const inPiece = character - this.before;
    this.bytes += Buffer.byteLength(this.text.slice(this.characters, inPiece));
    this.characters = inPiece;
    return this.bytes;
  }
}

/** Processes the elements of one envelope. */
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
      // The parser's position is not reported.
      throw new InvalidXml(error);
    });
  }

  /** Reads the call; yields to other work in long documents. */
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
      // The parser reports a text at its end, and until then builds it character by character.
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
    if (this.count <= (this.call?.valuesMax ?? IGNORED_NODES_MAX)) return;
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
 * Reads the envelope of a call: the elements inside the first element of its body. Throws `InvalidXml`,
 * `VersionMismatch`, `ProcedureNotPresent`, or a refusal if it is nested too deeply.
 */
export const readEnvelope = async (bytes: Buffer, rules: EnvelopeRules): Promise<Readonly<Record<string, unknown>>> =>
  new EnvelopeReader(bytes, rules).read();
