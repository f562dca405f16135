import type { Day } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  jobKind,
  Jobs,
  type JobWork,
  needs,
  type Operation,
  operation,
  takes,
} from '../../../../libs/operations/index.js';
import { DayField, FlagField, IntField, ObjectsField, StringField } from '../../../../libs/records/index.js';
import { actorOf, STATUSES, type Status } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PassportFields } from '../../passport/index.js';
import { READINESS_STATES } from '../domain/readiness.js';
import { type JudgedReadiness, JudgeReadiness } from './judge-readiness.js';
import { passportBody } from './passport-body.js';
import { PASSPORT_OPERATION } from './passport-operations.js';

const { path } = passportBody;

export class ReadinessItemFields {
  @StringField({
    about: 'Where; null = the passport as a whole',
    nullable: true,
    example: 'dpp_payload.voltage.minimum',
  })
  readonly path!: string | null;

  @StringField({ about: 'How it stands', words: READINESS_STATES, example: 'missing' })
  readonly state!: (typeof READINESS_STATES)[number];

  @StringField({
    about: 'In words',
    example: 'dpp_payload.voltage.minimum is required of what is placed on the market from 2027-02-18 on.',
  })
  readonly message!: string;

  @StringField({
    about: 'Where the law asks for it',
    nullable: true,
    example: 'Regulation (EU) 2023/1542, Annex XIII, point 1(h)',
  })
  readonly cite!: string | null;
}

class ReadinessFields {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'The product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @IntField({ about: 'The store view', example: 0 })
  readonly storeId!: number;

  @StringField({ about: 'Code of its template', example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Version of its template', example: '2.0.0' })
  readonly templateVersion!: string;

  @IntField({ about: 'Number of the version that is meant', example: 1 })
  readonly version!: number;

  @StringField({ about: 'Its status', words: STATUSES })
  readonly status!: Status;

  @DayField({ about: 'The day by which it was judged', example: '2027-02-18' })
  readonly on!: Day;

  @FlagField({ about: '1: nothing that the law asks on that day is missing or wrong', example: 0 })
  readonly ready!: 0 | 1;

  @ObjectsField(ReadinessItemFields, { about: 'What is missing or wrong, at most 100' })
  readonly items!: readonly ReadinessItemFields[];
}

const ON = {
  about: 'As if the product were placed on the market on this day; without it when it was, else today',
  nullable: true,
  example: '2027-02-18',
} as const;

class OnQuery {
  @DayField(ON)
  readonly on!: Day | null;
}

class OnVersionQuery extends OnQuery {
  @IntField({ about: 'Number of a version; without it the one that is shown', nullable: true })
  readonly version!: number | null;
}

const readinessItem = ({ version, on, items }: JudgedReadiness) => ({
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
});

/** What a report of all passports is told. */
export interface ReadinessInput {
  readonly on: Day | null;
}

/** Judges all passports, and writes what they lack as a file of the job. */
export abstract class RunReadiness {
  abstract run(work: JobWork<ReadinessInput>): Promise<object>;
}

export const READINESS_JOB = jobKind({
  name: 'passport_readiness',
  summary: 'Writes what all passports lack of what the law asks on a day',
  right: needs.right(DPP_RIGHTS.read),
  by: RunReadiness,
  run: (service: RunReadiness, work: JobWork<ReadinessInput>) => service.run(work),
});

const right = needs.right(DPP_RIGHTS.read);
const judged = { ...PASSPORT_OPERATION, by: JudgeReadiness, right, effect: 'reads' } as const;

/** What the law asks on a day and is missing (passports.md, "Readiness"). */
export const READINESS_OPERATIONS: readonly Operation[] = [
  operation({
    ...judged,
    name: 'readiness',
    summary: 'What the law asks of a passport on a day and is missing or wrong',
    rest: { verb: 'GET', path: `${path}/:id/readiness` },
    input: { id: takes.id(), query: takes.query(OnVersionQuery) },
    output: answers.fields(ReadinessFields),
    run: async (readiness, { id, query: { version, on } }, { caller }) => {
      const asked = { ...(version !== null && { version }), ...(on !== null && { on }) };
      return readinessItem(await readiness.ofPassport(id, asked, actorOf(caller)));
    },
  }),
  operation({
    ...judged,
    name: 'searchReadiness',
    summary: 'What the law asks of passports on a day and is missing or wrong',
    about: 'Of each the version that is shown; archived ones are left out. Criteria as for the search of passports.',
    deadline: 'bulk',
    rest: { verb: 'GET', path: `${path}/readiness/search` },
    input: { search: takes.criteriaOver(PassportFields, { mayBeAbsent: true }), query: takes.query(OnQuery) },
    output: answers.fieldsSearch(ReadinessFields),
    run: async (readiness, { search, query: { on } }, { caller }) => {
      const { items, total } = await readiness.search(search.criteria, on ?? undefined, actorOf(caller));
      return { items: items.map(readinessItem), total };
    },
  }),
  operation({
    ...PASSPORT_OPERATION,
    by: Jobs,
    right,
    effect: 'writes',
    name: 'beginReadiness',
    summary: 'Write what all passports lack of what the law asks on a day as a CSV file, as a job',
    about: 'The UUID of a job, whose file `readiness.csv` is there once it is done.',
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/readiness/jobs` },
    input: { query: takes.query(OnQuery) },
    output: answers.fields(BegunJob),
    run: async (jobs, { query: { on } }, { caller }) => {
      const input: ReadinessInput = { on };
      return { uuid: await jobs.begin({ kind: READINESS_JOB, caller, description: 'Readiness of passports', input }) };
    },
  }),
];
