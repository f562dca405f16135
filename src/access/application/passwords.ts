import { Injectable } from '@nestjs/common';
import { addressKey, currentOrigin } from '../../../libs/kernel/index.js';
import { PasswordHashing } from '../ports/secrets.js';
import { PasswordHashQueue } from './password-hash-queue.js';

/** Each hash operation takes about 20 MiB and one CPU core for some time (access.md, "Passwords"). */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 32;
/** An address may use a quarter of the running and waiting operations. */
export const HASHES_PER_ADDRESS = Math.floor((HASHES_AT_ONCE + HASHES_WAITING) / 4);
const RETRY_AFTER_SECONDS = 1;

/** Minimum length of a password in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 255;

/**
 * Hashes and checks the passwords of administrators and customers, a few at a time; throws `TooManyRequests`
 * otherwise.
 */
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
   * Creates a hash of at most 128 characters; counts for the address of the request. Slow: never call it in a
   * transaction.
   */
  hash(password: string): Promise<string> {
    const origin = currentOrigin();
    const share = origin === undefined || origin.isProxy ? undefined : addressKey(origin.address);
    return this.queue.pass(share, () => this.hashing.hash(password));
  }

  /**
   * Whether the password matches the hash. Without a hash (unknown name), it fails after the same time (access.md,
   * "Passwords"). `share`: the address whose share is used; undefined for none.
   */
  async verify(hash: string | null | undefined, password: string, share?: string): Promise<boolean> {
    return this.queue.pass(share, async () => {
      const holds = await this.hashing.verify(hash ?? (await this.stranger()), password);
      return holds && hash !== null && hash !== undefined;
    });
  }

  /** Waits as long as a check would take, so that an attempt refused without a check takes the same time. */
  pretend(): Promise<void> {
    return this.hashing.pretend();
  }

  /** Creates the hash that stands in for a missing one, so that the first unknown name does not take longer. */
  async prepare(): Promise<void> {
    await this.stranger();
  }

  private stranger(): Promise<string> {
    this.decoy ??= this.hashing.hash('the password of no account');
    return this.decoy;
  }
}
