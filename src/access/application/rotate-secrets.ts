import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../libs/kernel/index.js';
import { ACCESS_RIGHTS, SYSTEM } from '../domain/rights.js';
import { SealedElsewhere, type SealedSecret, SealedSecrets, SecretBox } from '../ports/sealed-secrets.js';
import { RightsLock } from './rights-lock.js';

/** Result of a rotation. */
interface Rotation {
  /** The id of the key that the secrets now use. */
  readonly key: string;
  readonly moved: number;
  /** Number of secrets that already used it. */
  readonly there: number;
  /** Number of secrets that still use another known key, because other servers stored them. */
  readonly left: number;
  /** IDs of integrations whose secrets no key can decrypt. They need new credentials. */
  readonly lost: readonly number[];
  /** IDs of webhooks whose secrets no key can decrypt. Their secrets must be rotated. */
  readonly lostWebhooks: readonly number[];
}

/** Number of secrets per transaction. Meanwhile, changes to rights and credentials wait. */
const MOVED_AT_ONCE = 50;
const STEPS_MAX = 10_000;

/**
 * Encrypts all stored secrets with the newest key while servers run (access.md, "Encryption keys"). `RightsLock`
 * excludes writers of secrets during each step. A step therefore sees all secrets stored before, and later ones use
 * the newest key that their process knows. The last step finds nothing to do.
 */
@Injectable()
export class RotateSecrets {
  constructor(
    private readonly secrets: SealedSecrets,
    private readonly elsewhere: SealedElsewhere,
    private readonly box: SecretBox,
    private readonly rightsLock: RightsLock,
    private readonly changes: ChangeLog,
  ) {}

  /** Throws `StateConflict` if there is no key. */
  async rotate(): Promise<Rotation> {
    await this.write(async () => this.box.renew());
    const { there, ...first } = await this.write(() => this.step());
    let [step, moved] = [first, first.moved];
    for (let steps = 1; step.moved > 0 && steps < STEPS_MAX; steps += 1) {
      step = await this.write(() => this.step());
      moved += step.moved;
    }
    return { ...step, moved, there };
  }

  private write<T>(work: () => Promise<T>): Promise<T> {
    return this.rightsLock.write(SYSTEM, ACCESS_RIGHTS.save, work);
  }

  /** Uses the current newest key, because another process may be rotating too. */
  private async step(): Promise<Rotation> {
    const key = this.box.keyId();
    const all: (SealedSecret & { readonly from: SealedSecrets })[] = [];
    for (const from of [this.secrets, ...this.elsewhere.all])
      for (const secret of await from.all()) all.push({ ...secret, from });
    const others = all.filter(({ sealed }) => !this.box.isUnder(sealed, key));
    const lost = { integration: new Set<number>(), webhook: new Set<number>() };
    let lostCount = 0;
    let moved = 0;
    for (const secret of others) {
      if (moved === MOVED_AT_ONCE) break;
      const opened = this.box.open(secret.sealed, secret.about);
      if (opened === undefined) {
        lost[secret.holder].add(secret.holderId);
        lostCount += 1;
      } else if (await this.move(secret.from, secret, opened)) moved += 1;
    }
    // Keeps the keys that were in use at the start, because rolling back this step requires all of them.
    this.box.dropKeysBut(all.map(({ sealed }) => sealed));
    const left = others.length - moved - lostCount;
    const there = all.length - others.length;
    return { key, moved, there, left, lost: [...lost.integration], lostWebhooks: [...lost.webhook] };
  }

  private async move(from: SealedSecrets, secret: SealedSecret, opened: string): Promise<boolean> {
    const isMoved = await from.replace(secret, this.box.seal(opened, secret.about));
    // Servers cache the secrets of integrations.
    if (isMoved && secret.holder === 'integration') this.changes.append([change('account', secret.holderId)]);
    return isMoved;
  }
}
