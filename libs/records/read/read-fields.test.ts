import fc from 'fast-check';
import { Decimal, type Fault, say } from '../../kernel/index.js';
import {
  DayField,
  IntField,
  KeyOfField,
  MoneyField,
  ObjectsField,
  ReferenceField,
  StringField,
  fieldsOf,
  FlagField,
  InstantField,
  IdField,
} from '../declare/decorators.js';
import { asCreated, readFields, readSent } from './read.js';

class Inner {
  @IntField({ about: 'website', required: true })
  readonly websiteId!: number;

  @MoneyField({ about: 'price', nullable: true })
  readonly price!: Decimal | null;
}

class Sample {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'name', required: true })
  readonly name!: string;

  @ReferenceField('product', { about: 'product', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @KeyOfField('productId', { resource: 'product', key: 'sku' }, { about: 'sku' })
  readonly sku!: string;

  @MoneyField({ about: 'value', default: '1', alias: 'price' })
  readonly value!: Decimal;

  @IntField({ about: 'priority', min: 0, max: 999, default: 7 })
  readonly priority!: number;

  @IntField({ about: 'source', nullable: true })
  readonly sourceVersion!: number | null;

  @DayField({ about: 'from', nullable: true })
  readonly fromDate!: string | null;

  @StringField({ about: 'attribute', nullable: true })
  readonly priceAttribute!: string | null;

  @FlagField({ about: 'external' })
  readonly isExternal!: number;

  @ObjectsField(Inner, { about: 'prices' })
  readonly websitePrices!: readonly Inner[];

  @InstantField({ about: 'created' })
  readonly createdAt!: Date;
}

const FIELDS = fieldsOf(Sample);
const GOOD = { name: 'a', product_id: 5 };

const read = (raw: object, mode: 'create' | 'change' = 'create') => {
  const { values, faults } = readFields(FIELDS, raw as Readonly<Record<string, unknown>>, mode);
  return { values, faults: faults.map((fault: Fault) => say(fault)) };
};
const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const unsupported = (fieldName: string) => ({
  message: '"%fieldName" is not supported. Correct the field name and try again.',
  parameters: { fieldName },
});

describe('keys (wire.md §2)', () => {
  it('are accepted in snake_case and camelCase', () => {
    expect(read({ ...GOOD, is_external: 1 }).values['isExternal']).toBe(1);
    expect(read({ ...GOOD, isExternal: 1 }).values['isExternal']).toBe(1);
  });

  it.each(['colour', 'IsExternal', 'is-external', 'is_External', '__proto__', 'constructor', 'toString', ''])(
    'are rejected, as sent, if the record does not have them: %j',
    (key) => {
      expect(read(JSON.parse(`{"name":"a","product_id":5,${JSON.stringify(key)}:1}`) as object).faults).toEqual([
        unsupported(key),
      ]);
    },
  );

  it('must agree if sent in both spellings or under an alias', () => {
    expect(read({ ...GOOD, value: 5, price: '5.00' }).faults).toEqual([]);
    expect(read({ ...GOOD, is_external: 1, isExternal: '1' }).faults).toEqual([]);
    expect(read({ ...GOOD, value: 5, price: 6 }).faults).toHaveLength(1);
    expect(read({ ...GOOD, is_external: 1, isExternal: 0 }).faults).toHaveLength(1);
    expect(read({ ...GOOD, price: 6 }).values['value']).toEqual(new Decimal(6));
  });

  it('of nested objects are reported with their path', () => {
    expect(read({ ...GOOD, website_prices: [{ websiteId: 1 }, { website_id: 2, colour: 1 }] }).faults).toEqual([
      unsupported('website_prices[1].colour'),
    ]);
    expect(read({ ...GOOD, website_prices: [{}] }).faults).toEqual([required('website_prices[0].website_id')]);
  });
});

describe('a new record', () => {
  it('has defaults for absent and null fields', () => {
    const { values, faults } = read({ ...GOOD, priority: null, value: null });
    expect(faults).toEqual([]);
    expect(values).toMatchObject({
      priority: 7,
      sourceVersion: null,
      isExternal: 0,
      websitePrices: [],
      fromDate: null,
    });
    expect((values['value'] as Decimal).toFixed()).toBe('1');
  });

  it('must have non-null required fields; all errors are reported together', () => {
    expect(read({}).faults).toEqual([required('name'), required('product_id')]);
    expect(read({ name: null, product_id: 5, priority: 'x', more: 1 }).faults.map(({ message }) => message)).toEqual([
      unsupported('more').message,
      required('name').message,
      'Error occurred during "priority" processing. The "x" value\'s type is invalid. The "int" type was expected. Verify and try again.',
    ]);
  });

  it('can refer to another record by its business key', () => {
    const { values, faults } = read({ name: 'a', sku: 'A1' });
    expect(faults).toEqual([]);
    expect(values).toMatchObject({ sku: 'A1' });
    expect(read({ name: 'a', sku: null }).faults).toEqual([required('product_id')]);
  });

  it('reads "" as null only for a nullable number or day', () => {
    expect(read({ ...GOOD, source_version: '', from_date: '', price_attribute: '' }).values).toMatchObject({
      sourceVersion: null,
      fromDate: null,
      priceAttribute: '',
    });
    expect(read({ ...GOOD, priority: '' }).faults).toHaveLength(1);
  });
});

describe('a changed record', () => {
  it('keeps omitted fields', () => expect(read({}, 'change')).toEqual({ values: {}, faults: [] }));

  it('accepts null only for nullable fields', () => {
    expect(read({ source_version: null, from_date: null }, 'change').values).toEqual({
      sourceVersion: null,
      fromDate: null,
    });
    expect(read({ priority: null, name: null }, 'change').faults).toEqual([required('name'), required('priority')]);
  });

  it('can be sent back as returned; read-only fields are ignored', () => {
    expect(read({ id: 5, created_at: 'yesterday', createdAt: {}, priority: 3 }, 'change')).toEqual({
      values: { priority: 3 },
      faults: [],
    });
  });
});

it('readFields() agrees with readSent() for any object', () => {
  class Flat {
    @StringField({ about: 'text', required: true })
    readonly someText!: string;

    @MoneyField({ about: 'amount', default: '1' })
    readonly amount!: Decimal;

    @IntField({ about: 'count', nullable: true })
    readonly count!: number | null;

    @InstantField({ about: 'created' })
    readonly createdAt!: Date;
  }
  const fields = fieldsOf(Flat);
  const keys = fc.constantFrom('some_text', 'someText', 'amount', 'count', 'created_at', 'more', '__proto__');
  const values = fc.oneof(fc.constantFrom(null, '', 'a', 0, 5, '5.00', -1, 1.5, true), fc.object({ maxDepth: 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, values), { maxLength: 4 }), (members) => {
      const text = `{${members.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join()}}`;
      const raw = JSON.parse(text) as Readonly<Record<string, unknown>>;
      const { values: read, faults } = readFields(fields, raw, 'create');
      const byAllRules = asCreated(readSent(fields, raw));
      expect({ values: read, faults }).toEqual(byAllRules);
      expect(Object.keys(read)).toEqual(Object.keys(byAllRules.values));
    }),
    { numRuns: 2000 },
  );
});
