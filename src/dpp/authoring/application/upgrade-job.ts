import { Injectable } from '@nestjs/common';
import { type Caller, jobKind, Jobs, type JobWork, needs } from '../../../../libs/operations/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { type Upgrade, UpgradePassports } from './upgrade-passports.js';

/** Upgrades all passports of a template. */
export abstract class RunUpgrade {
  abstract run(work: JobWork<Upgrade>): Promise<object>;
}

export const UPGRADE_JOB = jobKind({
  name: 'passport_upgrade',
  summary: 'Upgrades all passports of a template to another version',
  right: needs.right(DPP_RIGHTS.save),
  by: RunUpgrade,
  run: (service: RunUpgrade, work: JobWork<Upgrade>) => service.run(work),
});

/** Starts the job that upgrades all passports of a template (passports.md, "Another version of a template"). */
@Injectable()
export class BeginUpgrade {
  constructor(
    private readonly jobs: Jobs,
    private readonly passports: UpgradePassports,
  ) {}

  /** Returns the job's UUID. `NoSuchEntity` and `InputRefused` as `UpgradePassports.count`. */
  async begin(upgrade: Upgrade, caller: Caller): Promise<string> {
    await this.passports.count(upgrade);
    return this.jobs.begin({
      kind: UPGRADE_JOB,
      caller,
      description: `Upgrade of passports of ${upgrade.code}`,
      input: upgrade,
    });
  }
}
