/** Shorter texts are written faster one by one than by a call into Node. */
const SHORT = 16;

/** This text in UTF-8, as a text of one character for each byte. */
export const asByteText = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length === text.length ? text : bytes.toString('latin1');
};

/** Writes texts of one byte for each character into one buffer. */
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

  /** All that was written. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private grow(written: number): void {
    const larger = Buffer.allocUnsafe(this.length * 2);
    this.bytes.copy(larger, 0, 0, written);
    this.bytes = larger;
  }
}
