import type { Day } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  Jobs,
  type JobName,
  needs,
  type Operation,
  operation,
  takes,
} from '../../../../libs/operations/index.js';
import { DayField, FlagField, IntField, ObjectsField, StringField } from '../../../../libs/records/index.js';
import { actorOf, STATUSES, type Status } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PassportFields } from '../../passport/index.js';
import { RegistryStatus } from '../../registry/index.js';
import { READINESS_STATES } from '../domain/readiness.js';
import { type EvaluatedReadiness, EvaluateReadiness } from './evaluate-readiness.js';
import { passportBody } from './passport-body.js';
import { PASSPORT_OPERATION } from './passport-operations.js';

const { path } = passportBody;

export class ReadinessItemFields {
  @StringField({
    about: 'Path of the affected field; null for the whole passport',
    nullable: true,
    example: 'dpp_payload.voltage.minimum',
  })
  readonly path!: string | null;

  @StringField({ about: 'State of the data point: `missing` or `wrong`', words: READINESS_STATES, example: 'missing' })
  readonly state!: (typeof READINESS_STATES)[number];

  @StringField({
    about: 'Description of the problem',
    example: 'dpp_payload.voltage.minimum is required for products placed on the market on or after 2027-02-18.',
  })
  readonly message!: string;

  @StringField({
    about: 'Legal source of the requirement; null if the template states none',
    nullable: true,
    example: 'Regulation (EU) 2023/1542, Annex XIII, point 1(h)',
  })
  readonly cite!: string | null;
}

class ReadinessWarningFields {
  @StringField({
    about: 'Path of the affected field; null for the whole passport',
    nullable: true,
    example: 'dpp_payload.cycle_count',
  })
  readonly path!: string | null;

  @StringField({ about: 'Description of the problem with the value' })
  readonly message!: string;

  @StringField({ about: 'Legal source; null if the template states none', nullable: true, example: null })
  readonly cite!: string | null;
}

class AwaitedFields extends ReadinessWarningFields {
  @DayField({ about: 'Earliest day on which the requirement can apply; may be in the past', example: '2028-08-18' })
  readonly earliest!: Day;
}

class ReadinessFields {
  @IntField({ about: 'ID of the checked passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'SKU of the product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @IntField({ about: 'Store view ID; 0 means all store views', example: 0 })
  readonly storeId!: number;

  @StringField({ about: "Code of the passport's template", example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Template version of the passport', example: '2.0.0' })
  readonly templateVersion!: string;

  @IntField({ about: 'Number of the evaluated version', example: 1 })
  readonly version!: number;

  @StringField({ about: 'Status of the evaluated version', words: STATUSES })
  readonly status!: Status;

  @DayField({ about: 'Date for which the requirements were checked', example: '2027-02-18' })
  readonly on!: Day;

  @FlagField({
    about: 'Readiness flag: 1 if all data required on the requested date is present and valid, otherwise 0',
    example: 0,
  })
  readonly ready!: 0 | 1;

  @ObjectsField(ReadinessItemFields, { about: 'Data points that are missing or wrong, at most 100' })
  readonly items!: readonly ReadinessItemFields[];

  @ObjectsField(AwaitedFields, {
    about: 'Missing values that only a pending legal act will require. They do not affect `ready`.',
  })
  readonly awaiting!: readonly AwaitedFields[];

  @ObjectsField(ReadinessWarningFields, { about: 'Questionable values; no effect on `ready`' })
  readonly warnings!: readonly ReadinessWarningFields[];

  @ObjectsField(ReadinessItemFields, {
    about:
      'Missing or wrong parts of the registration in the EU registry; no effect on `ready`, because registration follows publication',
  })
  readonly registry!: readonly ReadinessItemFields[];
}

const ON = {
  about:
    'Date on which the product is assumed to be placed on the market. Default: the date in the passport, otherwise today.',
  nullable: true,
  example: '2027-02-18',
} as const;

class OnQuery {
  @DayField(ON)
  readonly on!: Day | null;
}

class OnVersionQuery extends OnQuery {
  @IntField({
    about:
      'Version number; default: the working version, otherwise the published version, otherwise the newest version',
    nullable: true,
  })
  readonly version!: number | null;
}

const readinessItem = (
  { version, on, items, awaiting, warnings }: EvaluatedReadiness,
  registry: readonly ReadinessItemFields[] = [],
) => ({
  passport_id: version.passportId,
  sku: version.sku,
  store_id: version.storeId,
  template_code: version.templateCode,
  template_version: version.templateVersion,
  version: version.version,
  status: version.status,
  on,
  ready: items.length === 0 ? 1 : 0,
  items,
  awaiting,
  warnings,
  registry,
});

export interface ReadinessInput {
  readonly on: Day | null;
}

export const READINESS_JOB: JobName = {
  name: 'passport_readiness',
  summary: 'Write a CSV file of all data points that are missing or wrong in passports on the requested date',
  right: needs.right(DPP_RIGHTS.read),
};

const right = needs.right(DPP_RIGHTS.read);
const evaluated = { ...PASSPORT_OPERATION, by: [EvaluateReadiness, RegistryStatus], right, effect: 'reads' } as const;

/** Legal requirements on a date (passports.md, "Readiness"). */
export const READINESS_OPERATIONS: readonly Operation[] = [
  operation({
    ...evaluated,
    name: 'readiness',
    summary: 'Check whether a passport contains the data that the law requires',
    about:
      'Returns the data points that the law requires on the requested date and that are missing or wrong in the passport.',
    rest: { verb: 'GET', path: `${path}/:id/readiness` },
    input: { id: takes.id(), query: takes.query(OnVersionQuery) },
    output: answers.fields(ReadinessFields),
    run: async ([readiness, registry], { id, query: { version, on } }, { caller }) => {
      const asked = { ...(version !== null && { version }), ...(on !== null && { on }) };
      const found = await readiness.ofPassport(id, asked, actorOf(caller));
      return readinessItem(found, (await registry.lines([found.version]))[0]);
    },
  }),
  operation({
    ...evaluated,
    name: 'searchReadiness',
    summary: 'Check whether several passports contain the data that the law requires',
    about:
      'Evaluates the working version of each passport, or the published version if there is none. Archived passports are left out. Accepts the same search criteria as the passport search.',
    deadline: 'bulk',
    rest: { verb: 'GET', path: `${path}/readiness/search` },
    input: { search: takes.criteriaOver(PassportFields, { mayBeAbsent: true }), query: takes.query(OnQuery) },
    output: answers.fieldsSearch(ReadinessFields),
    run: async ([readiness, registry], { search, query: { on } }, { caller }) => {
      const { items, total } = await readiness.search(search.criteria, on ?? undefined, actorOf(caller));
      const lines = await registry.lines(items.map(({ version }) => version));
      return { items: items.map((one, index) => readinessItem(one, lines[index])), total };
    },
  }),
  operation({
    ...PASSPORT_OPERATION,
    by: Jobs,
    right,
    effect: 'writes',
    name: 'beginReadiness',
    summary: 'Start a job that checks all passports for the data that the law requires',
    about: 'Returns the UUID of a job. Its CSV file `readiness.csv` is available when the job has finished.',
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/readiness/jobs` },
    input: { query: takes.query(OnQuery) },
    output: answers.fields(BegunJob),
    run: async (jobs, { query: { on } }, { caller }) => {
      const input: ReadinessInput = { on };
      return {
        uuid: await jobs.begin({ kind: READINESS_JOB, caller, description: 'Passport readiness report', input }),
      };
    },
  }),
];
