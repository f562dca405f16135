import fc from 'fast-check';
import { Decimal } from '../../kernel/index.js';
import {
  DayField,
  fieldsOf,
  FlagField,
  IdField,
  InstantField,
  MoneyField,
  ObjectField,
  ObjectsField,
  SecretField,
} from '../declare/decorators.js';
import { toWire } from './to-wire.js';

class Inner {
  @MoneyField({ about: 'price', nullable: true })
  readonly specialPrice!: Decimal | null;
}

class Sample extends Inner {
  @IdField()
  readonly id!: number;

  @FlagField({ about: 'flag' })
  readonly isActive!: number;

  @SecretField({ about: 'password', minLength: 1, maxLength: 9 })
  readonly password!: string;

  @DayField({ about: 'from', nullable: true })
  readonly fromDate!: string | null;

  @InstantField({ about: 'created' })
  readonly createdAt!: Date;

  @ObjectField(Inner, { about: 'one', nullable: true })
  readonly one!: Inner | null;

  @ObjectsField(Inner, { about: 'many' })
  readonly many!: readonly Inner[];
}

const FIELDS = fieldsOf(Sample);
const RECORD = {
  id: 5,
  isActive: 1,
  password: 'secret',
  fromDate: '2026-01-31',
  createdAt: new Date('2026-01-31T10:15:00.120Z'),
  one: { specialPrice: new Decimal('4.950000') },
  many: [{ specialPrice: null }],
  specialPrice: new Decimal('999999999.999999'),
  somethingElse: 'never shown',
};

describe('a returned record (wire.md §3)', () => {
  it('has snake_case keys in declared order, id first, without secrets and undeclared fields', () => {
    expect(JSON.stringify(toWire(FIELDS, RECORD))).toBe(
      '{"id":5,"is_active":1,"from_date":"2026-01-31","created_at":"2026-01-31T10:15:00.120Z",' +
        '"one":{"special_price":4.95},"many":[{"special_price":null}],"special_price":999999999.999999}',
    );
  });

  it('has null for absent values', () => {
    expect(toWire(FIELDS, { id: 1 })).toMatchObject({ is_active: null, one: null, many: null, created_at: null });
  });

  it('has decimals as exact JSON numbers, to 6 places', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`;
        const json = JSON.stringify(toWire(fieldsOf(Inner), { specialPrice: new Decimal(text) }));
        const [, number = ''] = /:(.*)}/.exec(json) ?? [];
        expect(number).toMatch(/^\d+(\.\d+)?$/);
        expect(new Decimal(number).toFixed(6)).toBe(text);
      }),
    );
  });
});
