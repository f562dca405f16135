import {
  CodeField,
  defineRecord,
  FlagField,
  IdField,
  ObjectField,
  ReferenceField,
  StringField,
} from '../../libs/records/index.js';
import { STORE_CODE, type StoreIssuer, storeFaults, storeKeptBecause, storeScopes } from './domain/store.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** Who stands behind the passports of a store view. */
class Issuer implements StoreIssuer {
  @StringField({ about: 'Name of the issuer', nullable: true, example: 'Acme Tools Ltd' })
  readonly name!: string | null;

  @StringField({ about: 'Address of the issuer on the web', nullable: true, example: 'https://acme.example' })
  readonly url!: string | null;

  @StringField({ about: 'Identifier of the economic operator', nullable: true, example: 'GB123456789000' })
  readonly operatorId!: string | null;
}

/** A store view: the code in a route's path, and the website that it belongs to. Store 0 stands for all. */
export class Store {
  @IdField()
  readonly id!: number;

  @CodeField({
    about: 'Code in the path of a route: lower-case letters, digits and _, a letter first',
    required: true,
    pattern: STORE_CODE,
    example: 'default',
  })
  readonly code!: string;

  @StringField({ about: 'Name of the store view', required: true, example: 'Default Store View' })
  readonly name!: string;

  @ReferenceField('website', { about: 'The website it belongs to', required: true, onDelete: 'restrict' })
  readonly websiteId!: number;

  @FlagField({ about: '1 on one store view of each website', example: 0 })
  readonly isDefault!: number;

  @StringField({ about: 'Language and country of its texts', nullable: true, example: 'en_GB' })
  readonly locale!: string | null;

  @ObjectField(Issuer, { about: 'Who issues the passports of this store view', nullable: true })
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
    { name: 'store_code', properties: ['code'], says: 'A store view with this code already exists.' },
    {
      name: 'store_default',
      properties: ['websiteId'],
      when: ({ isDefault }) => isDefault === 1,
      says: 'Another store view is the default one of this website.',
    },
  ],
  service: 'commerceStoreRepositoryV1',
  faults: storeFaults,
  keptBecause: storeKeptBecause,
  scopes: storeScopes,
});
