import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { PasswordHashing } from '../../ports/secrets.js';

/** The package's enum only exists at compile time. */
const ARGON2ID = 2;

/**
 * Explicit, so that changed defaults of the package have no effect: 19 MiB, two passes, one lane (access.md,
 * "Passwords").
 */
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Number of recent checks whose durations are stored. */
const DURATIONS_MAX = 64;

export class Argon2Hashing extends PasswordHashing {
  /** Durations of the last checks in milliseconds. */
  private readonly took: number[] = [];

  hash(password: string): Promise<string> {
    return hash(password, SETTINGS);
  }

  async verify(hashed: string, password: string): Promise<boolean> {
    const began = performance.now();
    try {
      const holds = await verify(hashed, password);
      this.cacheVerified(performance.now() - began);
      return holds;
    } catch {
      // The text is not a hash.
      return false;
    }
  }

  /** Waits for a random recent duration, so that neither mean nor variance reveals whether the name exists. */
  async pretend(): Promise<void> {
    if (this.took.length > 0) await delay(this.took[randomInt(this.took.length)]);
  }

  private cacheVerified(ms: number): void {
    this.took.push(ms);
    if (this.took.length > DURATIONS_MAX) this.took.shift();
  }
}
