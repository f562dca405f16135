import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Outbound } from '../../../../libs/outbound/index.js';
import { fetchingBy } from './jwks.js';
import { KeyRing } from './key-ring.js';
import { NO_KEYS, readKeysFile } from './keys-file.js';

const log = new Logger('access');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The keys of this process. The keys file is read at startup and on SIGHUP (running.md). */
export class KeyReloader implements OnModuleInit, OnApplicationShutdown {
  readonly ring: KeyRing;
  private readonly onSignal = (): void => this.reload();

  constructor(
    secret: string,
    outbound: Outbound,
    private readonly file: string | undefined,
  ) {
    this.ring = new KeyRing(
      {
        secret,
        fetching: fetchingBy(outbound),
        failed: (error) => log.error(`the keys of a trusted shop could not be loaded: ${messageOf(error)}`),
      },
      file === undefined ? NO_KEYS : readKeysFile(file),
    );
  }

  onModuleInit(): void {
    if (this.file !== undefined) process.on('SIGHUP', this.onSignal);
  }

  onApplicationShutdown(): void {
    process.off('SIGHUP', this.onSignal);
  }

  /** An invalid file is logged and ignored: the old keys remain in use. */
  reload(): void {
    if (this.file === undefined) return;
    try {
      this.ring.hang(readKeysFile(this.file));
      log.log('JWT_KEYS_FILE reloaded');
    } catch (error) {
      log.error(messageOf(error));
    }
  }
}
