import { createHash, randomBytes } from 'node:crypto';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Values that tell of a person, as they lie beside the chain: JSON with a salt, without which nobody can guess them from
 * their digest once they are erased (audit.md, "Personal values").
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
