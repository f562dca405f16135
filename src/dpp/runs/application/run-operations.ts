import { withCommas } from '../../../../libs/kernel/index.js';
import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import {
  CsvQuery,
  type Input,
  InputField,
  IntField,
  StringField,
  TextField,
  WordsField,
} from '../../../../libs/records/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';
import { RUN_MAX } from '../domain/serials.js';
import { PassportRunFields, passportRunResource } from '../passport-run.record.js';
import { type StartedRun, BeginRuns } from './begin-runs.js';
import type { PassportRun } from '../ports/passport-runs.js';

/** Higher than any bulk body limit (BULK_MAX_MB), which applies first. */
const VALUES_BYTES = 256 * 1024 * 1024;

class RunBody {
  @InputField({
    about: 'Passport data that all items share, in the format for creating a passport but without a serial number',
    required: true,
    example: {
      sku: 'LAMP-1',
      template_code: 'generic',
      gtin: '09524000010049',
      batch: 'L2026-38',
      manufacturer: { name: 'Acme Tools Ltd' },
      dpp_payload: {},
    },
  })
  readonly passport!: Input;

  @WordsField({
    about: `Serial numbers of the items, at most ${withCommas(RUN_MAX)}`,
    of: 'string',
    most: RUN_MAX,
    default: [],
    example: ['LP1-0001', 'LP1-0002'],
  })
  readonly serials!: readonly string[];

  @TextField({
    about: 'CSV text with the column `serial`, as an alternative to `serials`',
    nullable: true,
    maxBytes: 512 * 1024,
    example: null,
  })
  readonly serialsCsv!: string | null;

  @TextField({
    about:
      'CSV text with the column `serial` and columns with payload values of each item, such as `dpp_payload.weight_kg`, as an alternative to `serials`. The guide of the template names the columns. For an empty cell, the value comes from the passport or its data sheets.',
    nullable: true,
    maxBytes: VALUES_BYTES,
    example: null,
  })
  readonly valuesCsv!: string | null;

  @StringField({
    about:
      'Pattern for serial numbers, such as `RP545-{0001}`, as an alternative to `serials`. The braces contain the first number; its leading zeros set the minimum number of digits.',
    maxLength: 64,
    nullable: true,
    example: null,
  })
  readonly pattern!: string | null;

  @IntField({
    about: 'Number of serial numbers to generate; required with `pattern`',
    min: 1,
    nullable: true,
    example: null,
  })
  readonly count!: number | null;
}

class BegunRunFields extends PassportRunFields {
  @StringField({
    about: 'UUID of the job that processes the run',
    maxLength: 36,
    example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1',
  })
  readonly job!: string;
}

const runItem = (run: PassportRun) => ({
  uuid: run.uuid,
  status: run.status,
  sku: run.sku,
  gtin: run.gtin,
  store_id: run.storeId,
  batch: run.batch,
  item_count: run.itemCount,
  reserved: run.reserved,
  published: run.published,
  refused: run.refused,
  message: run.message,
  actor_kind: run.actorKind,
  actor_id: run.actorId,
  releaser_kind: run.releaserKind,
  releaser_id: run.releaserId,
  created_at: run.createdAt.toISOString(),
});

const startedItem = ({ run, job }: StartedRun) => ({ ...runItem(run), job });

const { path } = passportRunResource;
const runs = { service: 'dppPassportRunV1', tag: 'Product passports', by: BeginRuns } as const;
const body = {
  query: takes.query(CsvQuery),
  body: takes.fields(RunBody, { limit: 'bulk', form: { passport: 'passport', values: 'values_csv' } }),
} as const;
const startsRun = { ...runs, effect: 'writes', output: answers.fields(BegunRunFields), errors: [400] } as const;
const ABOUT =
  'Accepts the serial numbers as a list, as CSV, as CSV with values of each item, or as a pattern with a count. The values can also be sent as the part `values` of a multipart form whose part `passport` contains the JSON. A job creates the items. The run and `GET /V1/jobs/:uuid` report its progress.';

/** Runs of serial numbers (passports.md, "Runs of serial numbers"). */
export const RUN_OPERATIONS: readonly Operation[] = [
  operation({
    ...startsRun,
    name: 'begin',
    summary: 'Create and publish passports for a run of serial numbers',
    about: `${ABOUT} If the setting DPP_RELEASE is 1, the items are only reserved, and are published when a second person releases the run.`,
    right: needs.right(PUBLISH),
    startsJob: true,
    rest: { verb: 'POST', path },
    input: body,
    run: async (service, { query: { dialect }, body: said }, { caller }) =>
      startedItem(await service.begin({ ...said, dialect }, caller, 'publish')),
  }),
  operation({
    ...startsRun,
    name: 'reserve',
    summary: 'Reserve serial numbers before production',
    about: `${ABOUT} The QR codes can be printed as soon as the serial numbers are reserved. They lead to a notice until the run is published.`,
    right: needs.right(DPP_RIGHTS.save),
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/reservations` },
    input: body,
    run: async (service, { query: { dialect }, body: said }, { caller }) =>
      startedItem(await service.begin({ ...said, dialect }, caller, 'reserve')),
  }),
  operation({
    ...startsRun,
    name: 'publish',
    summary: 'Publish the reserved items of a run',
    about: 'If the setting DPP_RELEASE is 1, the person who started the run cannot publish it.',
    right: needs.right(PUBLISH),
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/:uuid/publish` },
    input: { uuid: takes.key('uuid') },
    run: async (service, { uuid }, { caller }) => startedItem(await service.publish(uuid, caller)),
  }),
  operation({
    ...startsRun,
    effect: 'deletes',
    name: 'withdraw',
    summary: 'Withdraw those reserved items of a run that were never published',
    about:
      'The run must have the status `reserving` or `reserved`. A job releases the identifiers and deletes the notices. Published items and the run itself are kept.',
    right: needs.right(DPP_RIGHTS.delete),
    startsJob: true,
    rest: { verb: 'DELETE', path: `${path}/:uuid` },
    input: { uuid: takes.key('uuid') },
    run: async (service, { uuid }, { caller }) => startedItem(await service.withdraw(uuid, caller)),
  }),
  operation({
    ...runs,
    effect: 'reads',
    name: 'search',
    summary: 'Search serial number runs',
    right: needs.right(DPP_RIGHTS.read),
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteriaOver(PassportRunFields) },
    output: answers.fieldsSearch(PassportRunFields),
    run: async (service, { search }) => {
      const { items, total } = await service.search(search.criteria);
      return { items: items.map(runItem), total };
    },
  }),
  operation({
    ...runs,
    effect: 'reads',
    name: 'get',
    summary: 'Read one serial number run',
    right: needs.right(DPP_RIGHTS.read),
    rest: { verb: 'GET', path: `${path}/:uuid` },
    input: { uuid: takes.key('uuid') },
    output: answers.fields(PassportRunFields),
    run: async (service, { uuid }) => runItem(await service.get(uuid)),
  }),
];
