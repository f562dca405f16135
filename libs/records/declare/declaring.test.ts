import {
  CodeField,
  CurrencyField,
  EmailField,
  fieldsOf,
  FlagField,
  IdField,
  KeyOfField,
  QuantityField,
  ReferenceField,
  StringField,
  TimeZoneField,
  UserNameField,
} from './decorators.js';
import { defineRecord, type RecordDefinition } from './definition.js';
import { Resources } from './resources.js';
import { readValue } from '../read/read.js';

abstract class Block {
  @StringField({ about: 'external', nullable: true })
  readonly externalId!: string | null;
}

class Sample extends Block {
  @CodeField({ about: 'code', required: true, maxLength: 8 })
  readonly code!: string;

  @FlagField({ about: 'flag' })
  readonly isOpen!: number;

  @IdField()
  readonly id!: number;

  @ReferenceField('shelf', { about: 'shelf', onDelete: 'restrict' })
  readonly shelfId!: number;
}

const definition: RecordDefinition<Sample> = {
  resource: 'sample',
  record: Sample,
  room: 'samples',
  path: 'samples',
  title: { one: 'sample', many: 'samples' },
  table: 'sample',
  rights: { read: '_S::manage', save: '_S::save', delete: '_S::delete' },
  ids: 'made',
  unique: [{ name: 'sample_code', properties: ['code'], says: 'Taken.' }],
  service: 'Sample',
};

describe('a declaration', () => {
  it('lists the id first, then its own fields in order, then inherited ones', () => {
    expect(fieldsOf(Sample).map(({ name }) => name)).toEqual(['id', 'code', 'is_open', 'shelf_id', 'external_id']);
  });

  it('creates a frozen resource that finds its fields by every name', () => {
    const resource = defineRecord(definition);
    expect(Object.isFrozen(resource)).toBe(true);
    expect(resource.wrapper).toBe('sample');
    expect(resource.byName.get('is_open')).toBe(resource.byName.get('isOpen'));
    expect(resource.byProperty.get('isOpen')?.default).toBe(0);
  });

  it('fails if it contradicts itself', () => {
    const unknownField = { name: 'x', properties: ['nope'], says: 'Taken.' };
    expect(() => defineRecord({ ...definition, unique: [unknownField] })).toThrow('names no field nope');
    expect(() => defineRecord({ ...definition, indexes: [unknownField] })).toThrow('names no field nope');

    class Astray extends Sample {
      @KeyOfField('shelfId', { resource: 'product', key: 'sku' }, { about: 'sku' })
      readonly sku!: string;
    }
    expect(() => defineRecord({ ...definition, record: Astray })).toThrow('refers to another resource');
  });

  it('has a unique name', () => {
    const resource = defineRecord(definition);
    expect(() => new Resources([resource, resource])).toThrow('two resources named sample');
    expect(() => new Resources([resource]).named('other')).toThrow('no resource named other');
    expect(new Resources([resource]).named('sample')).toBe(resource);
  });
});

describe('kinds with restricted values', () => {
  class Domains {
    @CodeField({ about: 'code', maxLength: 8, pattern: /^[a-z]\w*$/ })
    readonly code!: string;

    @CurrencyField({ about: 'currency' })
    readonly currency!: string;

    @TimeZoneField({ about: 'zone' })
    readonly timezone!: string;

    @EmailField({ about: 'e-mail' })
    readonly email!: string;

    @UserNameField({ about: 'user' })
    readonly username!: string;

    @QuantityField({ about: 'qty', default: '1' })
    readonly qty!: number;
  }
  const kinds = new Map(fieldsOf(Domains).map(({ property, kind }) => [property, kind]));
  const takes = (property: string, raw: unknown): boolean => {
    const kind = kinds.get(property);
    if (!kind) throw new Error(property);
    return 'value' in readValue(kind, raw, property);
  };

  it.each([
    ['code', 'abc', true],
    ['code', ' abc', false],
    ['code', 'abc ', false],
    ['code', '', false],
    ['code', '1abc', false],
    ['code', 'abcdefghi', false],
    ['currency', 'GBP', true],
    ['currency', 'gbp', false],
    ['currency', 'XXY', false],
    ['currency', 'XCG', true],
    ['currency', 'ZWG', true],
    ['currency', 'XAD', true],
    ['timezone', 'Europe/London', true],
    ['timezone', 'UTC', true],
    ['timezone', 'Mars/Phobos', false],
    ['timezone', '+01:00', false],
    ['email', 'jane@example.com', true],
    ['email', 'jane', false],
    ['email', ' jane@example.com', false],
    ['username', 'jane', true],
    ['username', 'jane ', false],
    ['username', '', false],
    ['qty', '0', true],
    ['qty', '0.00001', false],
  ])('%s accepts %j: %s', (property, raw, expected) => expect(takes(property, raw)).toBe(expected));
});
