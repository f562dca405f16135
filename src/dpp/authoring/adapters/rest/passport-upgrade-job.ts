import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../../libs/operations/index.js';
import { answerTo } from '../../../../../libs/web/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { outcomeItem } from '../../application/upgrade-operations.js';
import { type Upgrade, UpgradePassports } from '../../application/upgrade-passports.js';

/** One JSON line per passport, in the form of the route's response. */
const FILE = 'upgrade.jsonl';

/** Upgrades all passports of a template one by one. A restarted job continues with the remaining passports. */
@Injectable()
export class PassportUpgradeJob implements JobAdapter<Upgrade> {
  constructor(private readonly passports: UpgradePassports) {}

  async run({ input, caller, files, progress }: JobWork<Upgrade>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const counts = { upgraded: 0, failed: 0, dry_run: input.isTried ? 1 : 0 };
    const outcomes = this.passports.all(input, actorOf(caller), progress);
    const lines = async function* (): AsyncGenerator<Buffer> {
      for await (const outcome of outcomes) {
        const item = outcomeItem(outcome, input, (refusal) => answerTo(refusal)?.body ?? null);
        counts[item.error ? 'failed' : 'upgraded'] += 1;
        yield Buffer.from(`${JSON.stringify(item)}\n`);
      }
    };
    await files.write(FILE, lines());
    return counts;
  }
}
