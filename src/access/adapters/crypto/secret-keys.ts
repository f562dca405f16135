import { createSecretKey, type KeyObject } from 'node:crypto';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readSecretKeys } from '../../../../libs/config/index.js';
import { OperatorFault, StateConflict } from '../../../../libs/kernel/index.js';
import type { SecretKeySource } from '../../../../libs/manifest/index.js';

const log = new Logger('access');

/**
 * Minimum time in milliseconds between two readings of SECRETS_KEY because of an unknown key, which may have been
 * added in the meantime.
 */
const RELOAD_PAUSE_MS = 1000;
const UNKNOWN_MAX = 1000;

interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * The keys that encrypt stored secrets, newest first. They are reloaded on SIGHUP, before a secret is encrypted, and
 * when another process has used an unknown key.
 */
export class SecretKeys implements OnModuleInit, OnApplicationShutdown {
  private keys: readonly NamedKey[] = [];
  private text: string | undefined;
  /** Keys that were missing in the last reading. */
  private readonly unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: RELOAD_PAUSE_MS });
  private readonly onSignal = (): void => this.reload();

  constructor(private readonly source: SecretKeySource) {
    this.read();
  }

  onModuleInit(): void {
    process.on('SIGHUP', this.onSignal);
  }

  onApplicationShutdown(): void {
    process.off('SIGHUP', this.onSignal);
  }

  /** Invalid keys are logged and ignored: the old keys remain in use. */
  reload(): void {
    try {
      if (this.read()) log.log('SECRETS_KEY reloaded');
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error));
    }
  }

  /** The newest key. Creates the first one, unless the operator manages the keys. */
  newest(): NamedKey {
    this.reload();
    if (this.keys.length === 0 && this.source.make) {
      this.source.make();
      this.read();
    }
    const [key] = this.keys;
    if (key) return key;
    throw new StateConflict(
      'Secrets cannot be stored because %setting is not set. Set it to the output of "openssl rand -hex 32", and use the same value for all processes.',
      { setting: 'SECRETS_KEY' },
    );
  }

  byId(id: string): KeyObject | undefined {
    const known = this.find(id);
    if (known || this.unknown.has(id)) return known;
    this.reload();
    const found = this.find(id);
    if (!found) this.unknown.set(id, true);
    return found;
  }

  /** Creates another key, unless the operator manages the keys. */
  renew(): void {
    this.source.make?.();
  }

  /** Removes all keys except these and the newest two, unless the operator manages the keys. */
  dropBut(ids: ReadonlySet<string>): void {
    this.source.dropBut?.(ids);
    this.reload();
  }

  private find(id: string): KeyObject | undefined {
    return this.keys.find((key) => key.id === id)?.key;
  }

  /** Reloads the keys. Returns whether they have changed. */
  private read(): boolean {
    const text = this.source.read();
    if (text === this.text) return false;
    const keys = text === undefined ? [] : readSecretKeys(text);
    if (!keys)
      throw new OperatorFault(
        'SECRETS_KEY is invalid. Set it to comma-separated keys of 32 bytes in hex or base64. Names of keys must be unique.',
      );
    this.text = text;
    this.keys = keys.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) }));
    return true;
  }
}
