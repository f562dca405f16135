import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../libs/kernel/index.js';
import { ACCESS_RIGHTS, SYSTEM } from '../domain/rights.js';
import { SealedElsewhere, type SealedSecret, SealedSecrets } from '../ports/sealed-secrets.js';
import { SecretBox } from '../ports/secret-box.js';
import { RightsInTurn } from './rights-in-turn.js';

/** What became of the stored secrets. */
interface Rotation {
  /** The id of the key under which they are now. */
  readonly key: string;
  readonly moved: number;
  /** Were under it already. */
  readonly there: number;
  /** Are still under another key, though it is known: others went on to store under it. */
  readonly left: number;
  /** Ids of integrations whose secrets can't be opened by any key: their credentials have to be made anew. */
  readonly lost: readonly number[];
  /** Ids of webhooks whose secrets can't be opened: they are to be rotated. */
  readonly lostWebhooks: readonly number[];
}

/** In one transaction, for which others wait who change rights or credentials. */
const MOVED_AT_ONCE = 50;
const STEPS_MAX = 10_000;

/**
 * Puts all stored secrets under the newest key, while servers run (access.md, "Keys of secrets"). Whatever stores a secret
 * does so in turn with it (`RightsInTurn`): so a step sees all that was stored before, and what is stored behind it is under
 * the newest key that its process knows. The last step finds nothing to move.
 */
@Injectable()
export class RotateSecrets {
  constructor(
    private readonly secrets: SealedSecrets,
    private readonly elsewhere: SealedElsewhere,
    private readonly box: SecretBox,
    private readonly inTurn: RightsInTurn,
    private readonly changes: ChangeLog,
  ) {}

  /** `StateConflict` where there is no key. */
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
    return this.inTurn.write(SYSTEM, ACCESS_RIGHTS.save, work);
  }

  /** Under the newest key as it is now: somebody else may rotate too. */
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
    // As they stood when it began: a step that is taken back needs all of their keys.
    this.box.dropKeysBut(all.map(({ sealed }) => sealed));
    const left = others.length - moved - lostCount;
    const there = all.length - others.length;
    return { key, moved, there, left, lost: [...lost.integration], lostWebhooks: [...lost.webhook] };
  }

  private async move(from: SealedSecrets, secret: SealedSecret, opened: string): Promise<boolean> {
    const isMoved = await from.replace(secret, this.box.seal(opened, secret.about));
    // Servers remember what they have read.
    if (isMoved && secret.holder === 'integration') this.changes.append([change('account', secret.holderId)]);
    return isMoved;
  }
}
