import { pascalCase } from '../records/index.js';
import type { Operation } from './operation.js';

/** SOAP operations of records have the platform's names; create and update share one. */
const OF_RECORDS: Readonly<Record<string, string>> = {
  search: 'GetList',
  get: 'GetById',
  create: 'Save',
  update: 'Save',
  remove: 'DeleteById',
};

/** The operation's name within its service, capitalized. */
const operationName = ({ name, resource }: Pick<Operation, 'name' | 'resource'>): string =>
  (resource && OF_RECORDS[name]) ?? pascalCase(name);

/**
 * The name of the SOAP operation: the names of the service and the operation,
 * `pricingCustomerPriceRepositoryV1GetById`.
 */
export const soapNameOf = (operation: Operation): string => operation.service + operationName(operation);

const SERVICES = /^[a-zA-Z\d]+V\d+(?:,[a-zA-Z\d]+V\d+)*$/;

/** Parses the services in `services=a,b`, without duplicates; undefined if the text is invalid. */
export const namedServices = (text: string): readonly string[] | undefined =>
  SERVICES.test(text) ? [...new Set(text.split(','))] : undefined;

/** Create and update have two REST routes but only one SOAP operation. */
const REST_NAMES_OF_RECORDS: Readonly<Record<string, string>> = { create: 'Create', update: 'Update' };

/**
 * The unique name of a REST operation. It equals the SOAP name, except that `…Save` of a record is `…Create` for POST
 * and `…Update` for PUT.
 */
export const restNameOf = (operation: Pick<Operation, 'service' | 'name' | 'resource'>): string =>
  operation.service + ((operation.resource && REST_NAMES_OF_RECORDS[operation.name]) ?? operationName(operation));
