import { hash, verify } from '@node-rs/argon2';
import { PasswordHashing } from '../../ports/password-hashing.js';

/** The package's enumeration exists for the compiler only. */
const ARGON2ID = 2;

/** Said here, not left to the package: 19 MiB, two passes, one lane (wire.md §6). */
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export class Argon2Hashing extends PasswordHashing {
  hash(password: string): Promise<string> {
    return hash(password, SETTINGS);
  }

  async verify(hashed: string, password: string): Promise<boolean> {
    try {
      return await verify(hashed, password);
    } catch {
      // Not a hash at all.
      return false;
    }
  }
}
