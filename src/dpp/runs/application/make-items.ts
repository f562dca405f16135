import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../../../../libs/kernel/index.js';
import type { JobWork } from '../../../../libs/operations/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { PassportRuns } from '../ports/passport-runs.js';
import { PublishItems } from './publish-items.js';
import { ReserveItems } from './reserve-items.js';
import { DoRun, type RunJobInput, SERIALS_FILE } from './run-job.js';

/** Runs as a job; a restarted job continues after the last stored item. */
@Injectable()
export class MakeItems extends DoRun {
  constructor(
    private readonly runs: PassportRuns,
    private readonly reservation: ReserveItems,
    private readonly publication: PublishItems,
  ) {
    super();
  }

  async run({ input, caller, files, progress }: JobWork<RunJobInput>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const run = await this.runs.byUuid(input.run);
    if (!run) return {};
    const parts: Uint8Array[] = [];
    for await (const part of files.read(SERIALS_FILE)) parts.push(part);
    const serials = Buffer.concat(parts).toString('utf8').split('\n');
    const steps = input.publishes ? 2 * run.itemCount : run.itemCount;
    const report = (done: number): void => progress(done, steps);
    await this.reservation.of(run, serials, input.publishes, report);
    if (input.publishes) await this.publication.of(run.uuid, actorOf(caller), (done) => report(run.itemCount + done));
    const { reserved = 0, published = 0, refused = 0 } = (await this.runs.byUuid(run.uuid)) ?? {};
    return { reserved, published, refused };
  }
}
