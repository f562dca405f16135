import { type Clock, type CacheManager, NonceStore, type SecurityEvents } from '../../libs/kernel/index.js';
import { ownSettings } from '../../libs/config/index.js';
import type { Persistence } from '../../libs/database/index.js';
import { SqlSealedSecrets } from '../../src/access/adapters/sql/sql-sealed-secrets.js';
import { Handshake } from '../../src/access/application/handshake.js';
import type { RightNames } from '../../src/access/application/right-names.js';
import type { RightsLock } from '../../src/access/application/rights-lock.js';
import { RotateSecrets } from '../../src/access/application/rotate-secrets.js';
import type { StoredIntegrations } from '../../src/access/application/stored-accounts.js';
import { VerifySignature } from '../../src/access/application/verify-signature.js';
import { type Handshakes, Endpoints } from '../../src/access/ports/handshakes.js';
import type { OAuthAccounts } from '../../src/access/ports/accounts.js';
import { SealedElsewhere, type SealedSecret, type SecretBox } from '../../src/access/ports/sealed-secrets.js';
import type { Secrets } from '../../src/access/ports/secrets.js';
import { AccessSettings } from '../../src/access/settings.js';

/** Uses up nonces, after an action of the test in the middle of a signed request. */
class HeldNonceStore extends NonceStore {
  amid: () => Promise<unknown> = () => Promise.resolve();

  constructor(private readonly keys: NonceStore) {
    super();
  }

  async spend(key: string): Promise<boolean> {
    await this.amid();
    return this.keys.spend(key);
  }

  prune(): Promise<void> {
    return this.keys.prune();
  }
}

/**
 * Stored secrets. While secrets are re-encrypted under another key, the test can let the process die, or let another
 * process be faster each time.
 */
class InterruptedSecrets extends SqlSealedSecrets {
  /** Number of secrets to move before the interruption. */
  movesLeft = Number.POSITIVE_INFINITY;
  isOutrun = false;

  override replace(secret: SealedSecret, sealed: string): Promise<boolean> {
    this.movesLeft -= 1;
    if (this.movesLeft < 0) throw new Error('killed');
    if (this.isOutrun) return Promise.resolve(false);
    return super.replace(secret, sealed);
  }
}

/** Endpoints of integrations, and the last message to each of them. */
class RecordingEndpoints extends Endpoints {
  readonly last = new Map<string, Readonly<Record<string, string>>>();

  post(url: string, form: Readonly<Record<string, string>>): Promise<void> {
    this.last.set(url, form);
    return Promise.resolve();
  }
}

/** Dependencies of the services for signed requests. */
interface SigningParts {
  readonly persistence: Persistence;
  readonly integrations: StoredIntegrations;
  readonly accounts: OAuthAccounts;
  readonly handshakes: Handshakes;
  readonly secrets: Secrets;
  readonly box: SecretBox;
  readonly memory: CacheManager;
  readonly withWriteLock: RightsLock;
  readonly names: RightNames;
  readonly clock: Clock;
  readonly events: SecurityEvents;
}

/** The services of `access` for integrations that sign. Tests can replace parts of them. */
export const signingServices = (parts: SigningParts) => {
  const {
    persistence,
    integrations,
    accounts,
    handshakes,
    secrets,
    box,
    memory,
    withWriteLock: rightsLock,
    names,
    clock,
    events,
  } = parts;
  const { changes, database } = persistence;
  const once = new HeldNonceStore(persistence.onceKeys);
  const sealedSecrets = new InterruptedSecrets(database);
  const verify = new VerifySignature(
    accounts,
    box,
    secrets,
    once,
    clock,
    memory,
    events,
    ownSettings(AccessSettings, { OAUTH_SHA1: false }),
  );
  const endpoints = new RecordingEndpoints();
  const handshake = new Handshake(
    integrations,
    handshakes,
    accounts,
    endpoints,
    verify,
    secrets,
    box,
    rightsLock,
    names,
    changes,
    clock,
    events,
    { url: 'https://prices.example' },
  );
  const rotateSecrets = new RotateSecrets(sealedSecrets, new SealedElsewhere(), box, rightsLock, changes);
  return { box, once, sealedSecrets, verify, endpoints, handshake, rotateSecrets };
};
