/** A password hash function whose parameters are part of the hash; slow on purpose. */
export abstract class PasswordHashing {
  /** A new hash with its own salt, at most 128 characters. */
  abstract hash(password: string): Promise<string>;

  /** Whether this is the password of the hash. A text that is no hash has none. */
  abstract verify(hash: string, password: string): Promise<boolean>;

  /** Waits as long as recent checks took, without doing their work. */
  abstract pretend(): Promise<void>;
}
