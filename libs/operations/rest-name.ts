import type { Operation } from './operation.js';
import { operationName } from './soap-name.js';

/** One SOAP operation can have two REST routes. */
const OF_RECORDS: Readonly<Record<string, string>> = { create: 'Create', update: 'Update' };

/**
 * The name of an operation over REST, which no other one has: as over SOAP, `pricingCustomerPriceRepositoryV1GetById`, but
 * that `…Save` of a record is `…Create` (POST) and `…Update` (PUT).
 */
export const restNameOf = (operation: Pick<Operation, 'service' | 'name' | 'resource'>): string =>
  operation.service + ((operation.resource && OF_RECORDS[operation.name]) ?? operationName(operation));
