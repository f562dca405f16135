import type { Operation } from './operation.js';

/** Those of a record are called over SOAP as the shop platform calls its own; create and update are one. */
const OF_RECORDS: Readonly<Record<string, string>> = {
  search: 'GetList',
  get: 'GetById',
  create: 'Save',
  update: 'Save',
  remove: 'DeleteById',
};

/** The SOAP operation: the service's name and its own, `pricingCustomerPriceRepositoryV1GetById`. */
export const soapNameOf = ({ service, name, resource }: Operation): string =>
  service + ((resource && OF_RECORDS[name]) ?? name.charAt(0).toUpperCase() + name.slice(1));
