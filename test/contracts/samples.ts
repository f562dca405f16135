import type { Day, Decimal } from '../../libs/kernel/index.js';
import {
  DayField,
  DecimalField,
  defineRecord,
  FlagField,
  IdField,
  IdsField,
  IntField,
  QuantityField,
  type RecordDefinition,
  ReferenceField,
  Resources,
  StringField,
  UserNameField,
} from '../../libs/records/index.js';
import { boxItem, shelf } from '../support/memory/sample-records.js';

export { boxItem, shelf };

const RIGHTS: RecordDefinition['rights'] = {
  read: '_Samples::manage',
  save: '_Samples::save',
  delete: '_Samples::delete',
};

/** A record with a key of every sort. */
export class Slot {
  @IdField()
  readonly id!: number;

  @ReferenceField('shelf', { about: 'Goes with its shelf', required: true, onDelete: 'cascade' })
  readonly shelfId!: number;

  @IntField({ about: 'A part of the key that may be missing', nullable: true })
  readonly groupNumber!: number | null;

  @DayField({ about: 'A part of the key that may be missing', nullable: true })
  readonly fromDate!: Day | null;

  @StringField({ about: 'A part of the key that may be missing', nullable: true, maxLength: 3 })
  readonly currency!: string | null;

  @QuantityField({ about: 'A part of the key', default: '1' })
  readonly qty!: Decimal;

  @StringField({ about: 'Unique on its shelf, if there is one', nullable: true })
  readonly label!: string | null;

  @UserNameField({ about: 'Unique whatever the case, if there is one', nullable: true })
  readonly owner!: string | null;

  @FlagField({ about: '1 on at most one slot of a shelf' })
  readonly isMain!: number;

  @DecimalField({ about: 'A number', precision: 15, scale: 6, min: '-999999999', max: '999999999.999999' })
  readonly amount!: Decimal;
}

export const slot = defineRecord<Slot>({
  resource: 'slot',
  record: Slot,
  room: 'samples',
  path: 'samples/slots',
  title: { one: 'slot', many: 'slots' },
  table: 'slot',
  rights: RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'slot_key',
      properties: ['shelfId', 'groupNumber', 'fromDate', 'currency', 'qty'],
      nulls: 'collide',
      says: 'Such a slot already exists.',
    },
    { name: 'slot_label', properties: ['label', 'shelfId'], says: 'A slot with this label already exists.' },
    { name: 'slot_owner', properties: ['owner'], says: 'The owner has a slot already.' },
    {
      name: 'slot_main',
      properties: ['shelfId'],
      when: ({ isMain }) => isMain === 1,
      says: 'The shelf has a main slot already.',
    },
  ],
  service: 'SampleSlot',
});

/** A record that refers to others of its kind. */
export class Branch {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Its name', required: true })
  readonly name!: string;

  @ReferenceField('branch', { about: 'What it grows from', nullable: true, onDelete: 'restrict' })
  readonly parentId!: number | null;

  @IdsField('slot', { about: 'Where it hangs' })
  readonly slotIds!: readonly number[];
}

export const branch = defineRecord<Branch>({
  resource: 'branch',
  record: Branch,
  room: 'samples',
  path: 'samples/branches',
  title: { one: 'branch', many: 'branches' },
  table: 'branch',
  rights: RIGHTS,
  ids: 'made',
  unique: [],
  service: 'SampleBranch',
});

/** Those that are referred to stand first, so that their tables are made first. */
export const sampleResources = (): Resources => new Resources([shelf, boxItem, slot, branch]);
