import { change, type Day, type Decimal, sentence } from '../../../libs/kernel/index.js';
import {
  AttributesField,
  CodeField,
  CurrencyField,
  DatedRecord,
  DayField,
  DecimalField,
  defineRecord,
  EmailField,
  FlagField,
  IdField,
  IdsField,
  IntField,
  KeyOfField,
  MoneyField,
  ObjectField,
  ObjectsField,
  QuantityField,
  ReferenceField,
  SecretField,
  StringField,
  TextField,
  TimeZoneField,
  WordsField,
} from '../../../libs/records/index.js';

/** A record that others refer to. Its ID can be chosen. */
class Shelf {
  @IdField()
  readonly id!: number;

  @CodeField({ about: 'Code of the shelf', required: true, maxLength: 64, example: 'A-17' })
  readonly code!: string;

  @StringField({ about: 'What it is called', nullable: true, example: 'Left of the door' })
  readonly name!: string | null;
}

export const shelf = defineRecord({
  resource: 'shelf',
  record: Shelf,
  room: 'samples',
  path: 'samples/shelves',
  title: { one: 'shelf', many: 'shelves' },
  table: 'shelf',
  rights: { read: '_Samples::manage', save: '_Samples::save', delete: '_Samples::delete' },
  ids: 'given',
  unique: [{ name: 'shelf_code', properties: ['code'], says: 'A shelf with this code already exists.' }],
  service: 'SampleShelf',
});

class Maker {
  @StringField({ about: 'Name of the maker', required: true, maxLength: 100, example: 'Acme' })
  readonly name!: string;

  @IntField({ about: 'Year of founding', nullable: true, example: 1901 })
  readonly since!: number | null;
}

class Label {
  @IntField({ about: 'Where it hangs', required: true, example: 1 })
  readonly position!: number;

  @MoneyField({ about: 'What is printed on it', nullable: true })
  readonly price!: Decimal | null;
}

/** A record with a field of each kind. */
class BoxItem extends DatedRecord {
  @IdField()
  readonly id!: number;

  @CodeField({ about: 'Code of the item', required: true, maxLength: 64, example: 'BOX-1' })
  readonly boxCode!: string;

  @ReferenceField('shelf', { about: 'Its shelf', required: true, onDelete: 'restrict' })
  readonly shelfId!: number;

  @KeyOfField('shelfId', { resource: 'shelf', key: 'code' }, { about: 'Code of its shelf', maxLength: 64 })
  readonly shelfCode!: string;

  @ReferenceField('shelf', { about: 'A second shelf', nullable: true, onDelete: 'clear' })
  readonly spareShelfId!: number | null;

  @IntField({ about: 'Pieces', min: 0, max: 999, default: 5, example: 12 })
  readonly pieceCount!: number;

  @IntField({ about: 'Degrees', min: -40, max: 60, nullable: true, example: -5 })
  readonly degrees!: number | null;

  @FlagField({ about: '1 = is open' })
  readonly isOpen!: number;

  @MoneyField({ about: 'Amount', required: true, alias: 'amount' })
  readonly value!: Decimal;

  @QuantityField({ about: 'Threshold', default: '1' })
  readonly qty!: Decimal;

  @DecimalField({ about: 'A ratio', precision: 5, scale: 2, min: '-100', max: '100', nullable: true, example: 12.5 })
  readonly ratio!: Decimal | null;

  @StringField({ about: 'How it is tied', words: ['AND', 'OR'], default: 'AND', example: 'AND' })
  readonly tie!: string;

  @TextField({ about: 'Notes', nullable: true, maxBytes: 1000, example: 'Handle with care' })
  readonly notes!: string | null;

  @DayField({ about: 'Best before', nullable: true })
  readonly bestBefore!: Day | null;

  @CurrencyField({ about: 'ISO 4217', nullable: true })
  readonly currency!: string | null;

  @TimeZoneField({ about: 'IANA', nullable: true })
  readonly timezone!: string | null;

  @EmailField({ about: 'Whom to ask', nullable: true })
  readonly email!: string | null;

  @SecretField({ about: 'Written only', minLength: 4, maxLength: 20, nullable: true, example: 'open sesame' })
  readonly password!: string | null;

  @IdsField('shelf', { about: 'Shelves where it may stand', example: [1] })
  readonly shelfIds!: readonly number[];

  @WordsField({
    about: 'Order of colours',
    of: 'a colour',
    accepts: (word) => ['red', 'green', 'blue'].includes(word),
    nullable: true,
    example: ['green', 'red'],
  })
  readonly colours!: readonly string[] | null;

  @AttributesField({ about: 'Further properties', example: { color: 'red', size: ['S', 'M'] } })
  readonly attributes!: Readonly<Record<string, string | readonly string[]>>;

  @ObjectField(Maker, { about: 'Who made it', nullable: true, example: { name: 'Acme', since: 1901 } })
  readonly maker!: Maker | null;

  @ObjectsField(Label, { about: 'Its labels', example: [{ position: 1, price: 4.95 }] })
  readonly labels!: readonly Label[];
}

export const boxItem = defineRecord({
  resource: 'boxItem',
  record: BoxItem,
  room: 'samples',
  path: 'pricing/samples/items',
  title: { one: 'box item', many: 'box items' },
  table: 'box_item',
  rights: { read: '_Boxes::manage', save: '_Boxes::save', delete: '_Boxes::delete' },
  ids: 'made',
  unique: [
    { name: 'box_item_code', properties: ['boxCode'], says: 'A box item with this code already exists.' },
    {
      name: 'box_item_external',
      properties: ['externalId'],
      says: 'This external_id is already in use. Choose another external_id, or update the record that uses it.',
    },
    { name: 'box_item_email', properties: ['email'], says: 'This e-mail address is already used.' },
  ],
  service: 'SampleBoxItem',
  faults: ({ fromDate, toDate }) =>
    fromDate !== null && toDate !== null && toDate < fromDate
      ? [sentence('to_date must not be before from_date.', undefined, 'to_date')]
      : [],
  scopes: (previous, next) => [change('product', (next ?? previous)?.shelfId ?? null)],
});
