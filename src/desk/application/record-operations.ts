import { answers, needs, operation } from '../../../libs/operations/index.js';
import {
  BooleanField,
  fieldsOf,
  IntField,
  JsonField,
  ObjectField,
  ObjectsField,
  StringField,
  toWire,
  WordsField,
} from '../../../libs/records/index.js';
import { FIELD_KINDS } from './described-fields.js';
import { DescribeRecords } from './described-records.js';

class DeskTitle {
  @StringField({ about: 'Name of one record', example: 'customer price' })
  readonly one!: string;

  @StringField({ about: 'Name of several records', example: 'customer prices' })
  readonly many!: string;
}

class DeskRight {
  @StringField({
    about: 'ACL resource; null if there is no such route',
    nullable: true,
    example: '_Customerprice::save',
  })
  readonly resource!: string | null;

  @BooleanField({ about: 'Whether the caller holds the right', example: true })
  readonly held!: boolean;
}

class DeskRights {
  @ObjectField(DeskRight, { about: 'Right to read records' })
  readonly read!: DeskRight;

  @ObjectField(DeskRight, { about: 'Right to create and change records' })
  readonly save!: DeskRight;

  @ObjectField(DeskRight, { about: 'Right to delete records' })
  readonly delete!: DeskRight;
}

class DeskReference {
  @StringField({ about: 'Resource whose ID the field holds', example: 'customer' })
  readonly resource!: string;
}

class DeskKeyOf {
  @StringField({ about: 'Field that refers to the record by its ID', example: 'customer_id' })
  readonly field!: string;

  @StringField({ about: 'Resource of that record', example: 'customer' })
  readonly resource!: string;

  @StringField({ about: 'Property of that record which this field holds', example: 'customerNumber' })
  readonly key!: string;
}

class DeskField {
  @StringField({ about: 'Name in bodies, responses and filters', example: 'value' })
  readonly name!: string;

  @StringField({ about: 'Kind of the value', words: FIELD_KINDS, example: 'decimal' })
  readonly kind!: string;

  @JsonField({ about: 'Lowest number, or shortest length of a secret; null without one', nullable: true, example: 0 })
  readonly min!: number | null;

  @JsonField({ about: 'Highest number; null without one', nullable: true, example: 999_999_999.999_999 })
  readonly max!: number | null;

  @IntField({ about: 'Decimal places; null for other kinds', nullable: true, example: 6 })
  readonly scale!: number | null;

  @IntField({
    about: 'Longest text in characters, of a long text in bytes of UTF-8; null for other kinds',
    nullable: true,
    example: 255,
  })
  readonly maxLength!: number | null;

  @WordsField({ about: 'Allowed values; null if any is', of: 'value', nullable: true, example: ['active', 'archived'] })
  readonly choices!: readonly string[] | null;

  @IntField({ about: 'Most entries of a list; null for 1,000, and for other kinds', nullable: true, example: 50 })
  readonly maxEntries!: number | null;

  @StringField({
    about: 'Format of a text as in OpenAPI, such as email; null without one',
    nullable: true,
    example: 'email',
  })
  readonly format!: string | null;

  @BooleanField({ about: 'Whether a new record needs it', example: true })
  readonly required!: boolean;

  @BooleanField({ about: 'Whether it may be null', example: false })
  readonly allowsNull!: boolean;

  @BooleanField({ about: 'Whether the server sets it', example: false })
  readonly readOnly!: boolean;

  @BooleanField({ about: 'Whether it is never returned', example: false })
  readonly writeOnly!: boolean;

  @JsonField({ about: 'Value of a new record that lacks it; null without one', nullable: true, example: 1 })
  readonly default!: unknown;

  @StringField({ about: 'Unit of the number; null without one', nullable: true, example: 'bytes' })
  readonly unit!: string | null;

  @BooleanField({ about: 'Whether it is personal data', example: false })
  readonly personal!: boolean;

  @BooleanField({ about: 'Whether filters and sort orders may name it', example: true })
  readonly searchable!: boolean;

  @StringField({
    about: 'Meaning of the field',
    example: 'Price, amount or percentage, depending on price_application_type',
  })
  readonly description!: string;

  @ObjectField(DeskReference, { about: 'Record that it refers to; null for other kinds', nullable: true })
  readonly reference!: DeskReference | null;

  @ObjectField(DeskKeyOf, {
    about: 'Record that the field identifies by a business key; null for other fields',
    nullable: true,
  })
  readonly keyOf!: DeskKeyOf | null;

  @ObjectField(DeskRight, {
    about: 'Right to send it, in addition to the right to save; null without one',
    nullable: true,
  })
  readonly right!: DeskRight | null;

  @JsonField({
    about: 'Fields of an object or of the objects of a list, in this same format; null for other kinds',
    nullable: true,
  })
  readonly fields!: unknown;
}

class DeskKey {
  @WordsField({ about: 'Fields that are unique together', of: 'field', example: ['customer_id', 'product_id'] })
  readonly fields!: readonly string[];

  @StringField({ about: 'Error if the values are in use', example: 'An administrator with this email already exists.' })
  readonly message!: string;
}

class DeskRecord {
  @StringField({ about: 'Name of the resource', example: 'customerPrice' })
  readonly name!: string;

  @ObjectField(DeskTitle, { about: 'Names for people' })
  readonly title!: DeskTitle;

  @StringField({ about: 'Path of its routes below /rest or /rest/{store}', example: '/V1/pricing/customerprice' })
  readonly path!: string;

  @StringField({ about: 'Key around a record in bodies', example: 'customerPrice' })
  readonly wrapper!: string;

  @BooleanField({ about: 'Whether a new record may bring its ID', example: false })
  readonly givenIds!: boolean;

  @StringField({
    about: 'Field that names a record for people and files; null without one',
    nullable: true,
    example: 'sku',
  })
  readonly businessKey!: string | null;

  @ObjectsField(DeskField, { about: 'Fields in the order of responses', example: [] })
  readonly fields!: readonly DeskField[];

  @ObjectsField(DeskKey, { about: 'Unique keys' })
  readonly uniqueKeys!: readonly DeskKey[];

  @ObjectField(DeskRights, { about: 'Rights to its routes' })
  readonly rights!: DeskRights;

  @BooleanField({ about: 'Whether the caller may read its history in the audit trail', example: true })
  readonly history!: boolean;
}

const RECORD = fieldsOf(DeskRecord);
const FIELD = fieldsOf(DeskField);

type Nested = Readonly<Record<string, unknown>> & { readonly fields?: unknown };

/** Fields of objects have nested fields. */
const nested = (fields: unknown): unknown =>
  Array.isArray(fields)
    ? (fields as readonly Nested[]).map((field) => ({ ...toWire(FIELD, field), fields: nested(field.fields) }))
    : null;

export const describeRecordsOperation = operation({
  service: 'deskRecordsV1',
  name: 'listRecords',
  tag: 'Desk',
  summary: 'List the records that you may use, with their fields, keys and rights',
  about: 'Follows from the declarations of the records, like the OpenAPI document.',
  right: needs.admin,
  effect: 'reads',
  rest: { verb: 'GET', path: 'desk/records' },
  input: {},
  output: answers.fieldsList(DeskRecord),
  by: DescribeRecords,
  run: (records, _, { caller }) =>
    records.for(caller).map((record) => ({ ...toWire(RECORD, record), fields: nested(record.fields) })),
});
