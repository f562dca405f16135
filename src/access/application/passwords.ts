import { Injectable } from '@nestjs/common';
import { addressKey, currentOrigin } from '../../../libs/kernel/index.js';
import { PasswordHashing } from '../ports/password-hashing.js';
import { PasswordHashQueue } from './password-hash-queue.js';

/** Each takes some 20 MiB and a processor for a while (wire.md §6). */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 32;
/** Of both together, one address may have a quarter. */
export const HASHES_PER_ADDRESS = Math.floor((HASHES_AT_ONCE + HASHES_WAITING) / 4);
const RETRY_AFTER_SECONDS = 1;

/** How long a password may be, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 255;

/** Hashes and checks passwords, of administrators and of customers, few at a time: else `TooManyRequests`. */
@Injectable()
export class Passwords {
  private readonly queue = new PasswordHashQueue({
    atOnce: HASHES_AT_ONCE,
    mayWait: HASHES_WAITING,
    share: HASHES_PER_ADDRESS,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  private decoy: Promise<string> | undefined;

  constructor(private readonly hashing: PasswordHashing) {}

  /**
   * A hash to store, at most 128 characters, on the share of the address that the request comes from. Takes a while:
   * never inside a transaction.
   */
  hash(password: string): Promise<string> {
    const origin = currentOrigin();
    const share = origin === undefined || origin.isProxy ? undefined : addressKey(origin.address);
    return this.queue.pass(share, () => this.hashing.hash(password));
  }

  /**
   * Whether it is the password of this hash. Without a hash, for a name that nobody has, it isn't, after the same
   * time (wire.md §6). `share`: the address on whose share it goes; undefined: on nobody's.
   */
  async verify(hash: string | null | undefined, password: string, share?: string): Promise<boolean> {
    return this.queue.pass(share, async () => {
      const holds = await this.hashing.verify(hash ?? (await this.stranger()), password);
      return holds && hash !== null && hash !== undefined;
    });
  }

  /** Takes as long as a check, without its work: an attempt that is refused unchecked is no quicker for that. */
  pretend(): Promise<void> {
    return this.hashing.pretend();
  }

  /** Makes the hash that stands in for a missing one, so that the first stranger waits no longer than others. */
  async prepare(): Promise<void> {
    await this.stranger();
  }

  private stranger(): Promise<string> {
    this.decoy ??= this.hashing.hash('the password of no account');
    return this.decoy;
  }
}
