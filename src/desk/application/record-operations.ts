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
  @StringField({ about: 'Singular name of the records', example: 'customer price' })
  readonly one!: string;

  @StringField({ about: 'Plural name of the records', example: 'customer prices' })
  readonly many!: string;
}

class DeskRight {
  @StringField({
    about: 'ACL resource that the operation requires; null if the API does not offer the operation for these records',
    nullable: true,
    example: '_Customerprice::save',
  })
  readonly resource!: string | null;

  @BooleanField({ about: 'Whether the caller has the right', example: true })
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
  @StringField({ about: 'Resource of the referenced record', example: 'customer' })
  readonly resource!: string;
}

class DeskKeyOf {
  @StringField({ about: 'Field that references the same record by ID', example: 'customer_id' })
  readonly field!: string;

  @StringField({ about: 'Resource of the referenced record', example: 'customer' })
  readonly resource!: string;

  @StringField({
    about: 'Property of the referenced record whose value this field contains',
    example: 'customerNumber',
  })
  readonly key!: string;
}

class DeskField {
  @StringField({ about: 'Field name in request bodies, responses and filters', example: 'value' })
  readonly name!: string;

  @StringField({ about: 'Kind of value that the field contains', words: FIELD_KINDS, example: 'decimal' })
  readonly kind!: string;

  @JsonField({
    about: 'Minimum value of a number, or minimum length of a secret; null if there is none',
    nullable: true,
    example: 0,
  })
  readonly min!: number | null;

  @JsonField({
    about: 'Maximum value of a number; null if there is none',
    nullable: true,
    example: 999_999_999.999_999,
  })
  readonly max!: number | null;

  @IntField({
    about: 'Number of decimal places of a decimal number; null for other kinds of value',
    nullable: true,
    example: 6,
  })
  readonly scale!: number | null;

  @IntField({
    about: 'Maximum length of a text in characters, or of a long text in UTF-8 bytes; null for other kinds of value',
    nullable: true,
    example: 255,
  })
  readonly maxLength!: number | null;

  @WordsField({
    about: 'Allowed values; null if all values are allowed',
    of: 'value',
    nullable: true,
    example: ['active', 'archived'],
  })
  readonly choices!: readonly string[] | null;

  @IntField({
    about:
      'Maximum number of list entries. Null for other kinds of value, and for lists with the general limit of 1,000.',
    nullable: true,
    example: 50,
  })
  readonly maxEntries!: number | null;

  @StringField({
    about: 'OpenAPI format of a text, such as `email`; null if there is none',
    nullable: true,
    example: 'email',
  })
  readonly format!: string | null;

  @BooleanField({ about: 'Whether a new record requires the field', example: true })
  readonly required!: boolean;

  @BooleanField({ about: 'Whether the field can be null', example: false })
  readonly allowsNull!: boolean;

  @BooleanField({ about: 'Whether the server sets the field', example: false })
  readonly readOnly!: boolean;

  @BooleanField({ about: 'Whether the field is never returned', example: false })
  readonly writeOnly!: boolean;

  @JsonField({ about: 'Default value for new records; null if there is none', nullable: true, example: 1 })
  readonly default!: unknown;

  @StringField({ about: 'Unit of a number; null if there is none', nullable: true, example: 'bytes' })
  readonly unit!: string | null;

  @BooleanField({ about: 'Whether the field contains personal data', example: false })
  readonly personal!: boolean;

  @BooleanField({ about: 'Whether the field can be used in filters and sort orders', example: true })
  readonly searchable!: boolean;

  @StringField({
    about: 'Description of the field',
    example: 'Price, amount or percentage, depending on `price_application_type`',
  })
  readonly description!: string;

  @ObjectField(DeskReference, {
    about: 'Record that the field refers to; null if the field is not a reference',
    nullable: true,
  })
  readonly reference!: DeskReference | null;

  @ObjectField(DeskKeyOf, {
    about: 'Record that the field identifies by a business key; null for other fields',
    nullable: true,
  })
  readonly keyOf!: DeskKeyOf | null;

  @ObjectField(DeskRight, {
    about: 'Right required to send the field, in addition to the right to save; null if there is none',
    nullable: true,
  })
  readonly right!: DeskRight | null;

  @JsonField({
    about: 'Fields of an object, or of the objects in a list, in the same format; null for other kinds of value',
    nullable: true,
  })
  readonly fields!: unknown;
}

class DeskKey {
  @WordsField({ about: 'Fields whose combination is unique', of: 'field', example: ['customer_id', 'product_id'] })
  readonly fields!: readonly string[];

  @StringField({
    about: 'Error message if the values are already in use',
    example: 'An administrator with this email address already exists. Choose another email address.',
  })
  readonly message!: string;
}

class DeskRecord {
  @StringField({ about: 'Name of the resource type', example: 'customerPrice' })
  readonly name!: string;

  @ObjectField(DeskTitle, { about: 'Display names of the resource, in the singular and the plural' })
  readonly title!: DeskTitle;

  @StringField({
    about: "Path of the resource's routes under `/rest` or `/rest/{store}`",
    example: '/V1/pricing/customerprice',
  })
  readonly path!: string;

  @StringField({ about: 'Key that wraps a record in request bodies', example: 'customerPrice' })
  readonly wrapper!: string;

  @BooleanField({ about: 'Whether a client can choose the ID of a new record', example: false })
  readonly givenIds!: boolean;

  @StringField({
    about: 'Field that identifies a record to people and in files; null if there is none',
    nullable: true,
    example: 'sku',
  })
  readonly businessKey!: string | null;

  @ObjectsField(DeskField, { about: 'Fields of a record, in the order in which they appear in responses', example: [] })
  readonly fields!: readonly DeskField[];

  @ObjectsField(DeskKey, { about: 'Unique keys of the resource' })
  readonly uniqueKeys!: readonly DeskKey[];

  @ObjectField(DeskRights, { about: 'Rights that the routes require' })
  readonly rights!: DeskRights;

  @BooleanField({ about: 'Whether the caller can read the history of the records in the audit trail', example: true })
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
  summary: 'List the resources that the caller can use, with their fields, keys and rights',
  about: 'The list is derived from the same declarations as the OpenAPI document.',
  right: needs.admin,
  effect: 'reads',
  rest: { verb: 'GET', path: 'desk/records' },
  input: {},
  output: answers.fieldsList(DeskRecord),
  by: DescribeRecords,
  run: (records, _, { caller }) =>
    records.for(caller).map((record) => ({ ...toWire(RECORD, record), fields: nested(record.fields) })),
});
