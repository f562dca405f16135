import { hasValidPercentCodes } from '../../libs/kernel/index.js';
import {
  CodeField,
  defineRecord,
  FlagField,
  IdField,
  ObjectField,
  ReferenceField,
  StringField,
} from '../../libs/records/index.js';
import { STORE_CODE, type StoreIssuer, storeFaults, storeDeletionFault, storeScopes } from './domain/store.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** The issuer of the passports of a store view. */
class Issuer implements StoreIssuer {
  @StringField({ about: 'Name of the passport issuer; null if unset', nullable: true, example: 'Acme Tools Ltd' })
  readonly name!: string | null;

  @StringField({
    about: 'Website URL of the passport issuer; null if unset',
    nullable: true,
    accepts: hasValidPercentCodes,
    rule: 'URLs with valid percent-encoding',
    example: 'https://acme.example',
  })
  readonly url!: string | null;

  @StringField({
    about: 'Unique operator identifier of the passport issuer; null if unset',
    nullable: true,
    example: 'GB123456789000',
  })
  readonly operatorId!: string | null;
}

/** A store view: its code in paths, and its website. Store 0 represents all. */
export class Store {
  @IdField()
  readonly id!: number;

  @CodeField({
    about: 'Unique code in URLs: lowercase letters, digits and underscores, starting with a letter',
    required: true,
    pattern: STORE_CODE,
    rule: 'lowercase letters, digits and underscores, starting with a letter',
    example: 'default',
  })
  readonly code!: string;

  @StringField({ about: 'Name of the store view', required: true, example: 'Default Store View' })
  readonly name!: string;

  @ReferenceField('website', { about: 'Website that the store view belongs to', required: true, onDelete: 'restrict' })
  readonly websiteId!: number;

  @FlagField({
    about:
      'Default flag: 1 if this is the default store view of its website. Each website with store views has exactly one default.',
    example: 0,
  })
  readonly isDefault!: number;

  @StringField({
    about: 'Locale of the store view (language and country), such as en_GB; null if unset',
    nullable: true,
    example: 'en_GB',
  })
  readonly locale!: string | null;

  @ObjectField(Issuer, { about: 'Issuer of the passports of this store view; null if unset', nullable: true })
  readonly issuer!: Issuer | null;
}

export const storeResource = defineRecord<Store>({
  resource: 'store',
  record: Store,
  room: 'commerce',
  path: 'commerce/stores',
  title: { one: 'store view', many: 'store views' },
  table: 'store',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'store_code',
      properties: ['code'],
      says: 'A store view with this code already exists. Choose another code.',
    },
    {
      name: 'store_default',
      properties: ['websiteId'],
      when: ({ isDefault }) => isDefault === 1,
      says: 'This website already has a default store view. Another request is changing the default; try again.',
    },
  ],
  service: 'commerceStoreRepositoryV1',
  faults: storeFaults,
  deletionFault: storeDeletionFault,
  scopes: storeScopes,
});
