import { pascalCase } from '../records/index.js';
import type { Operation } from './operation.js';

/** SOAP operations of records have the platform's names; create and update are one. */
const OF_RECORDS: Readonly<Record<string, string>> = {
  search: 'GetList',
  get: 'GetById',
  create: 'Save',
  update: 'Save',
  remove: 'DeleteById',
};

/** Name in its service, capitalized. */
const operationName = ({ name, resource }: Pick<Operation, 'name' | 'resource'>): string =>
  (resource && OF_RECORDS[name]) ?? pascalCase(name);

/** The SOAP operation: the service's name and its own, `pricingCustomerPriceRepositoryV1GetById`. */
export const soapNameOf = (operation: Operation): string => operation.service + operationName(operation);

const SERVICES = /^[a-zA-Z\d]+V\d+(?:,[a-zA-Z\d]+V\d+)*$/;

/** The services that `services=a,b` of an address names, each once; undefined where it has another form. */
export const namedServices = (text: string): readonly string[] | undefined =>
  SERVICES.test(text) ? [...new Set(text.split(','))] : undefined;

/** One SOAP operation can have two REST routes. */
const REST_NAMES_OF_RECORDS: Readonly<Record<string, string>> = { create: 'Create', update: 'Update' };

/**
 * The name of an operation over REST, which no other one has: as over SOAP, `pricingCustomerPriceRepositoryV1GetById`, but
 * that `…Save` of a record is `…Create` (POST) and `…Update` (PUT).
 */
export const restNameOf = (operation: Pick<Operation, 'service' | 'name' | 'resource'>): string =>
  operation.service + ((operation.resource && REST_NAMES_OF_RECORDS[operation.name]) ?? operationName(operation));
