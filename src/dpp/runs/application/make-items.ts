import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../libs/operations/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { PassportRuns } from '../ports/passport-runs.js';
import { PublishItems } from './publish-items.js';
import { ReserveItems } from './reserve-items.js';
import { type RunJobInput, SERIALS_FILE, VALUES_FILE } from './run-job.js';

/** Runs as a job; a restarted job continues after the last stored item. */
@Injectable()
export class MakeItems implements JobAdapter<RunJobInput> {
  constructor(
    private readonly runs: PassportRuns,
    private readonly reservation: ReserveItems,
    private readonly publication: PublishItems,
  ) {}

  async run({ input, caller, files, progress }: JobWork<RunJobInput>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const run = await this.runs.byUuid(input.run);
    if (!run) return {};
    const lines = async (name: string): Promise<readonly string[]> => {
      const parts: Uint8Array[] = [];
      for await (const part of files.read(name)) parts.push(part);
      return Buffer.concat(parts).toString('utf8').split('\n');
    };
    const serials = await lines(SERIALS_FILE);
    const values = input.hasValues === true ? await lines(VALUES_FILE) : [];
    const items = serials.map((serial, index) => ({ serial, values: values[index] ?? null }));
    const steps = input.publishes ? 2 * run.itemCount : run.itemCount;
    const report = (done: number): void => progress(done, steps);
    await this.reservation.reserve(run, items, input.publishes, report);
    if (input.publishes)
      await this.publication.publish(run.uuid, actorOf(caller), (done) => report(run.itemCount + done));
    const { reserved = 0, published = 0, refused = 0 } = (await this.runs.byUuid(run.uuid)) ?? {};
    return { reserved, published, refused };
  }
}
