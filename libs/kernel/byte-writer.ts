/** Writing shorter texts character by character is faster than a call into Node.js. */
const SHORT = 16;

/** Encodes a text as UTF-8, returned as a string with one character per byte. */
export const asByteText = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length === text.length ? text : bytes.toString('latin1');
};

/** Writes strings with one character per byte into one buffer. */
export class ByteWriter {
  private length = 0;
  private bytes: Buffer;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  write(text: string): void {
    const { length } = text;
    const from = this.length;
    this.length = from + length;
    if (this.length > this.bytes.length) this.grow(from);
    const { bytes } = this;
    if (length > SHORT) bytes.write(text, from, 'latin1');
    else for (let at = 0; at < length; at += 1) bytes[from + at] = text.charCodeAt(at);
  }

  /** Everything written so far. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private grow(written: number): void {
    const larger = Buffer.allocUnsafe(this.length * 2);
    this.bytes.copy(larger, 0, 0, written);
    this.bytes = larger;
  }
}
