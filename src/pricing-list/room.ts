import { bulkOperations, recordOperations } from '../../libs/operations/index.js';
import { FURTHER_LIST_OPERATIONS } from './application/price-list-operations.js';
import { PRICE_LIST_RESOURCES } from './resources.record.js';
import { PRICELIST_RIGHTS } from './rights.record.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { priceChecks, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { PRICE_LIST_MIGRATIONS } from './migrations/index.js';
import { PriceListSource } from './application/price-list-source.js';
import { PriceListChecks } from './application/price-list-checks.js';
import { personalRecords } from '../../libs/records/index.js';
import { priceListCustomerResource } from './price-list-customer.record.js';

export const PRICING_LIST_ROOM: RoomManifest = {
  name: 'pricing-list',
  chapter: {
    title: 'Price lists',
    about: 'Price lists and their assignments to customers and customer groups.',
  },
  addOn: true,
  resources: PRICE_LIST_RESOURCES,
  migrations: PRICE_LIST_MIGRATIONS,
  rights: recordRights(PRICELIST_RIGHTS, 'price lists'),
  operations: [
    ...PRICE_LIST_RESOURCES.flatMap((resource) => [...recordOperations(resource), ...bulkOperations(resource)]),
    ...FURTHER_LIST_OPERATIONS,
  ],
  services: PRICE_LIST_RESOURCES,
  scopes: [{ scope: 'list', rank: 30 }],
  provides: [
    priceCodes({ code: 'pricelist', rank: 30, individual: true }, { code: 'base_pricelist', rank: 70 }),
    priceSources(PriceListSource),
    priceChecks(PriceListChecks),
  ],
  personal: {
    records: [
      personalRecords({
        resource: priceListCustomerResource,
        by: 'customerId',
        holds: 'id',
        alongside: ['pricelistId'],
      }),
    ],
  },
};
