import { yieldToEventLoop } from '../records/index.js';

/** Number of bytes to scan before yielding to other work. */
const PIECE = 256 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Nesting depth of a list that is a member of the body: `{"records": [` is two levels. */
const MEMBER_DEPTH = 2;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The JSON of an object, split without parsing its values. */
interface Taken {
  /** The text with positions in place of the elements of its lists. */
  readonly frame: Buffer;
  /** The bytes of each element, without surrounding white space. */
  readonly elements: readonly Buffer[];
  /** Total number of elements; those above the limit are not in `elements`. */
  readonly count: number;
  /** Approximate number of values at any depth: one per comma, and one per start of a list or object. */
  readonly values: number;
}

class Taking {
  private readonly elements: Buffer[] = [];
  private readonly frame: Buffer[] = [];
  private count = 0;
  private values = 0;
  private depth = 0;
  private inText = false;
  private inRows = false;
  /** The start of the current element, and the end of the frame so far. */
  private begin = 0;
  private framed = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly most: number,
    private readonly rowsDepth: number,
  ) {}

  /** Scans the bytes from `from` to `to`; returns where it stopped, after a structural character. */
  look(from: number, to: number): number {
    const { bytes } = this;
    let at = from;
    for (; at < to; at += 1) {
      const byte = bytes[at];
      if (this.inText) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) this.inText = false;
      } else if (byte === QUOTE) this.inText = true;
      else if (byte === LIST || byte === OBJECT) this.open(at, byte);
      else if (byte === LIST_END || byte === OBJECT_END) this.close(at);
      else if (byte === COMMA) {
        this.values += 1;
        if (this.inRows && this.depth === this.rowsDepth) this.element(at);
      }
    }
    return at;
  }

  whole(): Taken {
    const { elements, count, values } = this;
    return { frame: Buffer.concat([...this.frame, this.bytes.subarray(this.framed)]), elements, count, values };
  }

  private open(at: number, byte: number): void {
    this.depth += 1;
    this.values += 1;
    if (this.depth !== this.rowsDepth) return;
    this.inRows = byte === LIST;
    this.begin = at + 1;
  }

  private close(at: number): void {
    if (this.inRows && this.depth === this.rowsDepth) this.element(at);
    this.depth -= 1;
  }

  private element(end: number): void {
    let [from, to] = [this.begin, end];
    this.begin = end + 1;
    while (from < to && isBlank(this.bytes[from])) from += 1;
    while (to > from && isBlank(this.bytes[to - 1])) to -= 1;
    // An empty element leaves two commas in the frame, which makes it invalid JSON.
    if (from === to) return;
    this.count += 1;
    if (this.count > this.most) return;
    this.frame.push(this.bytes.subarray(this.framed, from), Buffer.from(String(this.elements.length)));
    this.elements.push(this.bytes.subarray(from, to));
    this.framed = to;
  }
}

/**
 * Splits the body of a bulk call, so that its rows can be parsed one by one while other work runs. Parsing 32 MiB at
 * once could block for seconds with millions of small values. The body is valid JSON if the frame and each element
 * are. `depth`: number of levels around the elements.
 */
export const takeApart = async (bytes: Buffer, most: number, depth = MEMBER_DEPTH): Promise<Taken> => {
  const taking = new Taking(bytes, most, depth);
  for (let at = 0; at < bytes.length;) {
    at = taking.look(at, Math.min(at + PIECE, bytes.length));
    if (at < bytes.length) await yieldToEventLoop();
  }
  return taking.whole();
};
