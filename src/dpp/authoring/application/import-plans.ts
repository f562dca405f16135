import {
  type CsvDialect,
  type Fault,
  InputRefused,
  numberCell,
  type Refusal,
  refuse,
  sentence,
} from '../../../../libs/kernel/index.js';
import { BrokenInput, type Input, snakeCase } from '../../../../libs/records/index.js';
import type { JsonObject } from '../../passport/domain/index.js';
import {
  isNumberColumn,
  type PayloadColumn,
  payloadCell,
  payloadColumn,
  type TemplateDocument,
  withValueAt,
} from '../../templates/domain/index.js';
import type { Passport, StoredVersion } from '../ports/passport-book.js';
import type { Current } from './current-versions.js';
import type { PlannedChange, PlannedCreation, PlannedRevision } from './plan-passports.js';
import { type PassportChange, readPassport } from './read-passport.js';

type ImportStatus = 'created' | 'updated' | 'unchanged';

/** The outcome of a row; in a dry run, a new passport has the ID 0. */
export type ImportOutcome =
  | { readonly index: number; readonly status: ImportStatus; readonly version: StoredVersion }
  | { readonly index: number; readonly status: 'failed'; readonly refusal: Refusal };

/** A row's checked plan. */
export type RowPlan =
  | { readonly kind: 'creation'; readonly creation: PlannedCreation }
  | { readonly kind: 'change'; readonly passport: Passport; readonly change: PlannedChange }
  | {
      readonly kind: 'revision';
      readonly passport: Passport;
      readonly revision: PlannedRevision;
      readonly change: PlannedChange;
    }
  | { readonly kind: 'nothing'; readonly version: StoredVersion };

/** A row can come from an export. These server-assigned fields of another installation have no meaning here. */
const OWN: ReadonlySet<string> = new Set(['id', 'passport_id', 'uuid', 'version', 'status']);

const withoutOwn = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !OWN.has(snakeCase(key))));

/** Cells of payload columns by column name, such as `dpp_payload.voltage.nominal`. */
export class PayloadCells {
  constructor(
    readonly cells: ReadonlyMap<string, string>,
    private readonly dialect: CsvDialect,
  ) {}

  /** Replaces these values in a payload. `InputRefused` for unknown columns and wrong values. */
  over(payload: JsonObject, { schema, code }: TemplateDocument): JsonObject {
    const faults: Fault[] = [];
    let next = payload;
    for (const [name, cell] of this.cells) {
      const column = payloadColumn(name, schema);
      const read = column && this.read(column, cell);
      if (!column || !read)
        faults.push(
          sentence(
            'The column %column does not match any field of the template %template. Rename or remove the column.',
            { template: code, column: name },
            name,
          ),
        );
      else if ('reason' in read)
        faults.push(sentence('%fieldName %reason.', { fieldName: name, reason: read.reason }, name));
      else next = withValueAt(next, column.path, read.value);
    }
    refuse(faults);
    return next;
  }

  private read(column: PayloadColumn, cell: string): ReturnType<typeof payloadCell> {
    const number = isNumberColumn(column) ? numberCell(cell, this.dialect) : { value: cell };
    return 'reason' in number
      ? { reason: `is not a valid number: ${number.reason}` }
      : payloadCell(column, number.value);
  }
}

const PAYLOAD = 'dpp_payload';

/** Separates the cells of payload columns from the other cells of a row. */
export const cellsApart = (row: Input): { readonly row: Input; readonly cells: PayloadCells | undefined } => {
  const { [PAYLOAD]: payload, ...rest } = row;
  return payload instanceof PayloadCells ? { row: rest, cells: payload } : { row, cells: undefined };
};

/** A row and its values, with defaults as for a new passport. `InputRefused`. */
export const readPassportRow = (input: Input): { readonly row: Input; readonly change: PassportChange } => {
  if (input instanceof BrokenInput) throw new InputRefused(input.fault);
  const row = withoutOwn(input);
  const { change, faults } = readPassport(cellsApart(row).row, 'create');
  refuse(faults);
  return { row, change };
};

/** Maximum number of faults reported per row, because a file has up to 10,000 rows. */
const FAULTS_OF_A_ROW = 10;

export const failedOutcome = (index: number, refusal: Refusal): ImportOutcome => {
  if (!(refusal instanceof InputRefused)) return { index, status: 'failed', refusal };
  const [first, ...more] = refusal.faults;
  return { index, status: 'failed', refusal: new InputRefused(first, ...more.slice(0, FAULTS_OF_A_ROW - 1)) };
};

export const passportKeyOf = ({ sku = '', storeId = 0, batch = null, serial = null }: PassportChange) => ({
  sku,
  storeId,
  batch,
  serial,
});

/** The version that the row would store. */
export const plannedVersion = (plan: RowPlan): StoredVersion => {
  switch (plan.kind) {
    case 'nothing':
      return plan.version;
    case 'creation':
      return plan.creation.version;
    case 'change':
    case 'revision':
      return plan.change.next;
  }
};

/** The state that a later row with the same key finds; undefined if that is the stored state. */
export const leftBy = (plan: RowPlan): Current | undefined => {
  if (plan.kind === 'nothing') return undefined;
  const version = plannedVersion(plan);
  const passport = plan.kind === 'creation' ? plan.creation.passport : plan.passport;
  return { passport, work: version, published: undefined, shown: version };
};

const STATUSES = { nothing: 'unchanged', creation: 'created', change: 'updated', revision: 'updated' } as const;

export const outcomeOf = (index: number, plan: RowPlan, version: StoredVersion): ImportOutcome => ({
  index,
  status: STATUSES[plan.kind],
  version,
});
