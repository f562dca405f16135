import { createHash, randomBytes } from 'node:crypto';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Personal values, which are stored next to the chain: JSON with a salt, so that they cannot be guessed from their
 * digest after erasure (audit.md, "Personal values").
 */
export class Personal {
  private constructor(
    readonly text: string,
    readonly digest: string,
  ) {}

  static of(values: object): Personal {
    const text = JSON.stringify({ salt: randomBytes(16).toString('hex'), values });
    return new Personal(text, digestOf(text));
  }

  /** The values of a stored text. */
  static valuesOf<T extends object>(text: string): T {
    return (JSON.parse(text) as { readonly values: T }).values;
  }

  /** Whether a stored text is what the chain covers. */
  static isGenuine(text: string, digest: string): boolean {
    return digestOf(text) === digest;
  }
}
