import { Decimal, InputRefused, say } from '../../kernel/index.js';
import {
  AttributesField,
  DayField,
  FlagField,
  IdField,
  IdsField,
  InstantField,
  IntField,
  MoneyField,
  ObjectField,
  fieldsOf,
  SecretField,
  StringField,
  TextField,
} from '../declare/decorators.js';
import { namesOf } from '../declare/definition.js';
import { type SentFilter, typeCriteria } from './search.js';

class Inner {}

class Sample {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'name', words: ['AND', 'OR'] })
  readonly name!: string;

  @MoneyField({ about: 'value', alias: 'price' })
  readonly value!: Decimal;

  @IntField({ about: 'priority', max: 999 })
  readonly priority!: number;

  @FlagField({ about: 'flag' })
  readonly isActive!: number;

  @DayField({ about: 'from', nullable: true })
  readonly fromDate!: string | null;

  @InstantField({ about: 'created' })
  readonly createdAt!: Date;

  @IdsField('category', { about: 'categories' })
  readonly categoryIds!: readonly number[];

  @TextField({ about: 'notes' })
  readonly notes!: string;

  @AttributesField({ about: 'attributes' })
  readonly attributes!: object;

  @ObjectField(Inner, { about: 'object' })
  readonly issuer!: object;

  @SecretField({ about: 'password', minLength: 1, maxLength: 9 })
  readonly password!: string;
}

const NAMES = namesOf(fieldsOf(Sample));

const filter = (field: string, conditionType: string, value = ''): SentFilter => ({ field, conditionType, value });

const typed = (...filters: readonly SentFilter[]) =>
  typeCriteria(NAMES, { groups: [filters], sort: [], page: 1, pageSize: 10 }).groups[0];

const values = (field: string, conditionType: string, value?: string): readonly unknown[] =>
  typed(filter(field, conditionType, value))?.[0]?.values.map((one) =>
    Decimal.isDecimal(one) ? one.toFixed() : one instanceof Date ? one.toISOString() : one,
  ) ?? [];

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputRefused) return error.faults.map(say);
    throw error;
  }
  return undefined;
};

const sorted = (field: string, direction: string) =>
  typeCriteria(NAMES, { groups: [], sort: [{ field, direction }], page: 1, pageSize: 10 }).sort;

describe('values (wire.md §4)', () => {
  it.each([
    ['priority', 'eq', '5', [5]],
    ['priority', 'gt', '-1', [-1]],
    ['priority', 'lt', '5000', [5000]],
    ['priority', 'in', '1,2,3', [1, 2, 3]],
    ['value', 'gt', '9', ['9']],
    ['value', 'eq', '9.500', ['9.5']],
    ['value', 'lteq', '1000000000000', ['1000000000000']],
    ['value', 'gt', '-5.5', ['-5.5']],
    ['value', 'eq', '0.00000001', ['0.00000001']],
    ['name', 'eq', 'whatever', ['whatever']],
    ['name', 'in', 'a,b', ['a', 'b']],
    ['name', 'like', '%a_', ['%a_']],
    ['name', 'eq', '', ['']],
    ['from_date', 'gteq', '2026-01-31', ['2026-01-31']],
    ['from_date', 'eq', '2026-01-31 00:00:00', ['2026-01-31']],
    ['created_at', 'gteq', '2026-01-31', ['2026-01-31T00:00:00.000Z']],
    ['created_at', 'gt', '2026-01-31T10:00:00.000Z', ['2026-01-31T10:00:00.000Z']],
    ['category_ids', 'eq', '4', [4]],
    ['category_ids', 'in', '4,5', [4, 5]],
    ['category_ids', 'finset', '4', [4]],
    ['from_date', 'null', 'ignored', []],
    ['value', 'notnull', 'ignored', []],
    ['category_ids', 'null', 'ignored', []],
  ])('%s %s %j compares with %j', (field, condition, value, expected) =>
    expect(values(field, condition, value)).toEqual(expected),
  );

  it.each([
    ['priority', 'eq', 'many'],
    ['priority', 'eq', ''],
    ['priority', 'eq', '5.0'],
    ['priority', 'in', '1,,2'],
    ['value', 'gt', 'dear'],
    ['value', 'gt', '1e'],
    ['from_date', 'eq', 'today'],
    ['from_date', 'eq', '2026-02-30'],
    ['category_ids', 'eq', 'x'],
    ['name', 'eq', 'a\u0000'],
  ])('%s %s %j is rejected', (field, condition, value) =>
    expect(refusal(() => values(field, condition, value))).toHaveLength(1),
  );
});

describe('fields', () => {
  it.each(['id', 'name', 'value', 'priority', 'is_active', 'isActive', 'from_date', 'created_at', 'category_ids'])(
    '%s is searchable',
    (field) => expect(refusal(() => typed(filter(field, 'null')))).toBeUndefined(),
  );

  it.each(['notes', 'attributes', 'issuer', 'password', 'price', 'nope', '', '1; DROP TABLE x', '__proto__'])(
    '%j is neither searchable nor sortable',
    (field) => {
      const expected = [
        { message: 'The "%1" attribute name is invalid. Reset the name and try again.', parameters: [field] },
      ];
      expect(refusal(() => typed(filter(field, 'eq', 'x')))).toEqual(expected);
      expect(refusal(() => sorted(field, 'ASC'))).toEqual(expected);
    },
  );

  it('that are lists are not sortable', () => expect(refusal(() => sorted('category_ids', 'ASC'))).toHaveLength(1));

  it('are passed on by property name, never by a name from the request', () => {
    expect(typed(filter('is_active', 'eq', '1'))).toEqual([{ property: 'isActive', condition: 'eq', values: [1] }]);
    expect(sorted('from_date', 'asc')).toEqual([{ property: 'fromDate', direction: 'ASC' }]);
  });
});

describe('conditions', () => {
  it.each(['eq', 'neq', 'gt', 'lt', 'gteq', 'lteq', 'from', 'to', 'moreq', 'in', 'nin', 'null', 'notnull'])(
    '%s applies to numbers, strings and days',
    (condition) => {
      expect(
        refusal(() =>
          typed(
            filter('priority', condition, '1'),
            filter('name', condition, 'a'),
            filter('from_date', condition, '2026-01-01'),
          ),
        ),
      ).toBeUndefined();
    },
  );

  it.each(['', 'EQ', 'equals', '=', 'or', '__proto__', 'constructor'])('%j is rejected as unknown', (condition) => {
    expect(refusal(() => typed(filter('name', condition, 'a')))).toEqual([
      {
        message: expect.stringMatching(/^Invalid value of "%value" provided .* Allowed: eq, neq, /),
        parameters: { fieldName: 'condition_type', value: condition },
      },
    ]);
  });

  it.each(['neq', 'gt', 'lt', 'gteq', 'lteq', 'from', 'to', 'moreq', 'like', 'nlike', 'nin', 'notnull', 'nfinset'])(
    '%s does not apply to lists',
    (condition) => expect(refusal(() => typed(filter('category_ids', condition, '1')))).not.toBeUndefined(),
  );

  it.each(['like', 'nlike'])('%s applies only to strings', (condition) => {
    expect(refusal(() => typed(filter('name', condition, 'a')))).toBeUndefined();
    expect(refusal(() => typed(filter('priority', condition, '1')))).not.toBeUndefined();
    expect(refusal(() => typed(filter('from_date', condition, '2026-01-01')))).not.toBeUndefined();
  });

  it('are rejected with all errors together', () => {
    expect(
      refusal(() => typed(filter('nope', 'eq'), filter('priority', 'what', '1'), filter('priority', 'eq', 'x'))),
    ).toHaveLength(3);
  });
});
