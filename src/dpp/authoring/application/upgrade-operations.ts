import { Injectable } from '@nestjs/common';
import { type Day, InputRefused } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  type Caller,
  type JobName,
  Jobs,
  needs,
  type Operation,
  operation,
  takes,
} from '../../../../libs/operations/index.js';
import { DayField, FlagField, StringField } from '../../../../libs/records/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { passportBody } from './passport-body.js';
import { PASSPORT_OPERATION } from './passport-operations.js';
import { UpgradedFields, UpgradedPassports } from './upgrade-answers.js';
import {
  type Upgrade,
  UPGRADED_AT_ONCE,
  type UpgradedPassport,
  type UpgradeOutcome,
  UpgradePassports,
} from './upgrade-passports.js';

const { path } = passportBody;
const TEMPLATES = 'dpp/manage/templates';

class TriedQuery {
  @FlagField({ about: 'Dry run flag: 1 reports the outcome without storing anything', example: 1 })
  readonly dryRun!: 0 | 1;

  @DayField({
    about:
      'Date for which the requirements are checked. Default: the date on which the product was placed on the market. If that date is unknown: today or the first day on which the law applies, whichever is later.',
    nullable: true,
    example: '2027-02-18',
  })
  readonly on!: Day | null;
}

class TemplateQuery extends TriedQuery {
  @StringField({
    about: 'Target template as `code@version`; without a version, the newest version',
    maxLength: 100,
    required: true,
    example: 'battery@2.0.0',
  })
  readonly template!: string;
}

class VersionQuery extends TriedQuery {
  @StringField({
    about: 'Target version of the template; default: the newest version',
    maxLength: 32,
    nullable: true,
    example: '2.0.0',
  })
  readonly to!: string | null;
}

const named = (code: string, { to, dryRun, on }: VersionQuery): Upgrade => ({ code, to, isTried: dryRun === 1, on });

const codeAndVersion = ({ template, ...query }: TemplateQuery): Upgrade => {
  const [code = '', version] = template.split('@');
  return named(code, { ...query, to: version ?? null });
};

const upgradedItem = ({ before, after, on, carried, missing, lost }: UpgradedPassport, { isTried }: Upgrade) => ({
  passport_id: before.passportId,
  sku: before.sku,
  from: `${before.templateCode}@${before.templateVersion}`,
  to: `${after.templateCode}@${after.templateVersion}`,
  dry_run: isTried ? 1 : 0,
  version: after.version,
  on,
  carried,
  missing,
  lost,
});

type Tell = (refusal: unknown) => object | null;

export const outcomeItem = (outcome: UpgradeOutcome, upgrade: Upgrade, tell: Tell) => ({
  passport_id: outcome.version.passportId,
  status: 'upgraded' in outcome ? 'upgraded' : 'failed',
  upgrade: 'upgraded' in outcome ? [upgradedItem(outcome.upgraded, upgrade)] : [],
  error: 'refused' in outcome ? tell(outcome.refused) : null,
});

export const UPGRADE_JOB: JobName = {
  name: 'passport_upgrade',
  summary: 'Upgrade all passports of a template to another version',
  right: needs.right(DPP_RIGHTS.save),
};

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
      description: `Passport upgrade for the template ${upgrade.code}`,
      input: upgrade,
    });
  }
}

const few = async (passports: UpgradePassports, upgrade: Upgrade, caller: Caller, tell: Tell) => {
  const count = await passports.count(upgrade);
  if (count > UPGRADED_AT_ONCE)
    throw InputRefused.sentence(
      '%count passports use earlier template versions, but one request can upgrade at most %max. Start a job with POST …/upgrade/jobs.',
      { count, max: UPGRADED_AT_ONCE },
    );
  const items = [];
  for await (const outcome of passports.all(upgrade, actorOf(caller), () => undefined))
    items.push(outcomeItem(outcome, upgrade, tell));
  const upgraded = items.filter(({ status }) => status === 'upgraded').length;
  return { upgraded, failed: items.length - upgraded, dry_run: upgrade.isTried ? 1 : 0, items };
};

const save = { ...PASSPORT_OPERATION, right: needs.right(DPP_RIGHTS.save), effect: 'writes' } as const;

/** Upgrades to another template version (passports.md, "Another version of a template"). */
export const UPGRADE_OPERATIONS: readonly Operation[] = [
  operation({
    ...save,
    by: UpgradePassports,
    name: 'upgrade',
    summary: 'Upgrade a passport to another template or template version',
    about:
      'Changes the working version, or creates a revision of the published version. `dryRun=1` previews which values are carried over, missing or dropped.',
    rest: { verb: 'POST', path: `${path}/:id/upgrade` },
    input: { id: takes.id(), query: takes.query(TemplateQuery) },
    output: answers.fields(UpgradedFields),
    errors: [400],
    run: async (passports, { id, query }, { caller }) => {
      const upgrade = codeAndVersion(query);
      return upgradedItem(await passports.one(id, upgrade, actorOf(caller)), upgrade);
    },
  }),
  operation({
    ...save,
    by: UpgradePassports,
    name: 'upgradeAll',
    summary: 'Upgrade all passports of a template to another version',
    about: `Upgrades at most ${UPGRADED_AT_ONCE} passports with earlier template versions. Use a job for more. Each passport succeeds or fails on its own.`,
    deadline: 'bulk',
    rest: { verb: 'POST', path: `${TEMPLATES}/:code/upgrade` },
    input: { code: takes.key('code'), query: takes.query(VersionQuery) },
    output: answers.fields(UpgradedPassports),
    errors: [400],
    run: (passports, { code, query }, { caller, tell }) => few(passports, named(code, query), caller, tell),
  }),
  operation({
    ...save,
    by: BeginUpgrade,
    name: 'beginUpgrade',
    summary: 'Start a job that upgrades all passports of a template to another version',
    about: 'Returns the UUID of a job. Its file `upgrade.jsonl` lists the passports in the format of the direct call.',
    startsJob: true,
    rest: { verb: 'POST', path: `${TEMPLATES}/:code/upgrade/jobs` },
    input: { code: takes.key('code'), query: takes.query(VersionQuery) },
    output: answers.fields(BegunJob),
    errors: [400],
    run: async (upgrades, { code, query }, { caller }) => ({
      uuid: await upgrades.begin(named(code, query), caller),
    }),
  }),
];
