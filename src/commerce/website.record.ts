import {
  CodeField,
  CurrencyField,
  defineRecord,
  FlagField,
  IdField,
  StringField,
  TimeZoneField,
} from '../../libs/records/index.js';
import { websiteFaults, websiteDeletionFault, websiteScopes } from './domain/website.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** A website of the shop. It determines the currency and time zone of prices. Website 0 (`admin`) represents all. */
export class Website {
  @IdField()
  readonly id!: number;

  @CodeField({ about: 'Unique code of the website', required: true, example: 'base' })
  readonly code!: string;

  @StringField({ about: 'Name of the website', required: true, example: 'Main Website' })
  readonly name!: string;

  @CurrencyField({ about: 'ISO 4217 code of the currency of product prices', required: true, example: 'USD' })
  readonly baseCurrency!: string;

  @TimeZoneField({ about: 'IANA time zone that determines the current date on the website', required: true })
  readonly timezone!: string;

  @FlagField({
    about: 'Default flag: 1 if this is the default website. Exactly one website is the default.',
    example: 0,
  })
  readonly isDefault!: number;
}

export const websiteResource = defineRecord<Website>({
  resource: 'website',
  record: Website,
  room: 'commerce',
  path: 'commerce/websites',
  title: { one: 'website', many: 'websites' },
  table: 'website',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'website_code',
      properties: ['code'],
      says: 'A website with this code already exists. Choose another code.',
    },
    {
      name: 'website_default',
      properties: ['isDefault'],
      when: ({ isDefault }) => isDefault === 1,
      says: 'A default website already exists. Another request is changing the default; try again.',
    },
  ],
  service: 'commerceWebsiteRepositoryV1',
  faults: websiteFaults,
  deletionFault: websiteDeletionFault,
  scopes: websiteScopes,
});
