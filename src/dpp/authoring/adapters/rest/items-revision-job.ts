import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../../libs/operations/index.js';
import { answerTo } from '../../../../../libs/web/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { countsOf, revisedItem } from '../../application/item-operations.js';
import { type ItemsRevision, ReviseItems } from '../../application/revise-items.js';

/** One JSON line per item, in the form of the route's response. Unchanged items are only counted. */
const FILE = 'revised.jsonl';

/** Revises the published items of a data sheet one by one. A restarted job continues with the remaining items. */
@Injectable()
export class ItemsRevisionJob implements JobAdapter<ItemsRevision> {
  constructor(private readonly items: ReviseItems) {}

  async run({ input, caller, files, progress }: JobWork<ItemsRevision>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const counts = countsOf();
    const outcomes = this.items.all(input, actorOf(caller), progress);
    const lines = async function* (): AsyncGenerator<Buffer> {
      for await (const outcome of outcomes) {
        counts[outcome.status] += 1;
        if (outcome.status === 'unchanged') continue;
        yield Buffer.from(`${JSON.stringify(revisedItem(outcome, (refusal) => answerTo(refusal)?.body ?? null))}\n`);
      }
    };
    await files.write(FILE, lines());
    return { ...counts, dry_run: input.isTried ? 1 : 0 };
  }
}
