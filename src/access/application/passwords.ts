import { Injectable } from '@nestjs/common';
import { PasswordHashing } from '../ports/password-hashing.js';
import { Turnstile } from './turnstile.js';

/** Each takes some 20 MiB and a processor for a while (wire.md §6). */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;

/** How long a password may be, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 255;

/** Hashes and checks passwords, of administrators and of customers, few at a time: else `TooManyRequests`. */
@Injectable()
export class Passwords {
  private readonly turnstile = new Turnstile(HASHES_AT_ONCE, HASHES_WAITING, RETRY_AFTER_SECONDS);
  private decoy: Promise<string> | undefined;

  constructor(private readonly hashing: PasswordHashing) {}

  /** A hash to store, at most 128 characters. Takes a while: never inside a transaction. */
  hash(password: string): Promise<string> {
    return this.turnstile.pass(() => this.hashing.hash(password));
  }

  /**
   * Whether it is the password of this hash. Without a hash, for a name that nobody has, it isn't, after the same
   * time (wire.md §6).
   */
  async verify(hash: string | null | undefined, password: string): Promise<boolean> {
    return this.turnstile.pass(async () => {
      const holds = await this.hashing.verify(hash ?? (await this.stranger()), password);
      return holds && hash !== null && hash !== undefined;
    });
  }

  /** Makes the hash that stands in for a missing one, so that the first stranger waits no longer than others. */
  async prepare(): Promise<void> {
    await this.stranger();
  }

  private stranger(): Promise<string> {
    this.decoy ??= this.hashing.hash('nobody has this password');
    return this.decoy;
  }
}
