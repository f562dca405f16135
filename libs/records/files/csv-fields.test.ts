import { Decimal } from '../../kernel/index.js';
import { cellOf, inputOf } from './csv-cells.js';
import { csvFieldsOf } from './csv-fields.js';
import {
  AttributesField,
  CodeField,
  FlagField,
  IdField,
  IdsField,
  InstantField,
  MoneyField,
  ObjectsField,
  ReferenceField,
  SecretField,
  StringField,
} from '../declare/decorators.js';
import { Resources } from '../declare/resources.js';
import { nameKeysOf } from './naming.js';
import { smallResource, uniqueKey } from '../../../test/support/small-resource.js';

class Place {
  @IdField() readonly id!: number;
  @CodeField({ about: '', required: true }) readonly code!: string;
}

class Buyer {
  @IdField() readonly id!: number;
  @StringField({ about: '', nullable: true }) readonly buyerNumber!: string | null;
  @StringField({ about: '', nullable: true }) readonly email!: string | null;
  @ReferenceField('place', { about: '', default: 0, onDelete: 'restrict' }) readonly placeId!: number;
  @SecretField({ about: '', minLength: 1, maxLength: 9 }) readonly password!: string;
  @StringField({ about: '', nullable: true }) readonly externalId!: string | null;
}

class Part {
  @ReferenceField('place', { about: '', required: true, onDelete: 'restrict' }) readonly placeId!: number;
  @MoneyField({ about: '' }) readonly price!: Decimal;
}

class Thing {
  @IdField() readonly id!: number;
  @ReferenceField('thing', { about: '', nullable: true, onDelete: 'restrict' }) readonly parentId!: number | null;
  @ReferenceField('buyer', { about: '', required: true, onDelete: 'restrict' }) readonly buyerId!: number;
  @IdsField('place', { about: '' }) readonly placeIds!: readonly number[];
  @ObjectsField(Part, { about: '' }) readonly parts!: readonly Part[];
  @AttributesField({ about: '' }) readonly attributes!: object;
  @FlagField({ about: '', default: 1 }) readonly isActive!: number;
  @StringField({ about: '', nullable: true }) readonly externalId!: string | null;
  @InstantField({ about: '' }) readonly createdAt!: Date;
}

const resources = new Resources([
  smallResource('place', Place, { unique: [uniqueKey('place_code', 'code')] }),
  smallResource('buyer', Buyer, {
    unique: [uniqueKey('buyer_email', 'email', 'placeId'), uniqueKey('buyer_number', 'buyerNumber')],
  }),
  smallResource('thing', Thing),
]);
const columns = (resource: string, omitted?: readonly string[]): readonly string[] =>
  csvFieldsOf(resources.named(resource), resources, omitted).flatMap((field) => [...field.columns]);

describe('a resource as a CSV file', () => {
  it('has its declared fields in order, without ids, secrets and server-written fields', () => {
    expect(columns('buyer')).toEqual(['buyer_number', 'email', 'place_code', 'external_id']);
  });

  it('names other records by their business keys', () => {
    expect(columns('thing')).toEqual([
      'parent_external_id',
      'buyer_number',
      'buyer_external_id',
      'buyer_email',
      'buyer_place_code',
      'place_codes',
      'parts',
      'attributes',
      'is_active',
      'external_id',
    ]);
    expect(columns('thing', ['buyerId', 'parts'])).not.toContain('buyer_number');
  });

  it('names a record by its required key, or else by every optional key', () => {
    const names = (resource: string): readonly string[] =>
      nameKeysOf(resources.named(resource)).map(({ name }) => name);
    expect(names('place')).toEqual(['place_code']);
    expect(names('buyer')).toEqual(['buyer_number', 'buyer_external_id', 'buyer_email']);
    expect(names('thing')).toEqual(['thing_external_id']);
  });
});

describe('a cell', () => {
  const field = (resource: string, property: string) => {
    const found = resources.named(resource).byProperty.get(property);
    if (!found) throw new Error(property);
    return found;
  };
  const price = {
    ...field('thing', 'isActive'),
    kind: { type: 'decimal', precision: 15, scale: 6, min: '0', max: '9' },
  } as const;

  it('holds a value exactly', () => {
    expect(cellOf(price, new Decimal('0.000001'))).toBe('0.000001');
    expect(cellOf(price, new Decimal('999999999.999999'))).toBe('999999999.999999');
    expect(cellOf(field('buyer', 'email'), '')).toBe('');
    expect(cellOf(field('buyer', 'email'), null)).toBeNull();
    expect(cellOf(field('thing', 'attributes'), { b: ['=1', '"'], a: 'ü' })).toBe('{"a":"ü","b":["=1","\\""]}');
  });

  it('is null if empty, or the default for a field that is never null', () => {
    expect(inputOf(field('buyer', 'email'), null)).toEqual({ value: null });
    expect(inputOf(field('buyer', 'email'), '')).toEqual({ value: '' });
    expect(inputOf(field('thing', 'isActive'), null)).toEqual({ value: 1 });
    expect(inputOf(field('place', 'code'), null)).toEqual({ value: null });
    expect(inputOf(field('thing', 'attributes'), null)).toEqual({ value: {} });
    expect(inputOf(field('thing', 'attributes'), '{"a"')).toMatchObject({ fault: { kind: 'invalid' } });
  });
});
