import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { priceChecks, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { CUSTOMER_PRICE_RESOURCES } from './index.js';
import { CUSTOMER_PRICE_MIGRATIONS } from './migrations/index.js';
import { recordOperations, bulkOperations } from '../../libs/operations/index.js';
import { CustomerPriceSource } from './application/customer-price-source.js';
import { CustomerPriceChecks } from './application/customer-price-checks.js';
import { personalRecords } from '../../libs/records/index.js';
import { customerPriceResource } from './customer-price.record.js';
export const PRICING_CUSTOMER_ROOM: RoomManifest = {
  name: 'pricing-customer',
  chapter: {
    title: 'Customer prices',
    about: 'Prices of individual products for individual customers.',
  },
  addOn: true,
  resources: CUSTOMER_PRICE_RESOURCES,
  migrations: CUSTOMER_PRICE_MIGRATIONS,
  rights: recordRights(customerPriceResource.rights, 'customer prices'),
  operations: CUSTOMER_PRICE_RESOURCES.flatMap((resource) => [
    ...recordOperations(resource),
    ...bulkOperations(resource),
  ]),
  services: CUSTOMER_PRICE_RESOURCES,
  provides: [
    priceCodes({ code: 'customer_price', rank: 10, individual: true }),
    priceSources(CustomerPriceSource),
    priceChecks(CustomerPriceChecks),
  ],
  personal: { records: [personalRecords({ resource: customerPriceResource, by: 'customerId', holds: 'id' })] },
};
