import { type Operation, soapNameOf } from '../operations/index.js';

const VERSION = /V\d+$/;
const FIRST_WORD = /^[a-z0-9]+/;

/**
 * The topic of an operation as the shop platform names them: module, service and SOAP name of the operation, and the verb
 * of REST: `async.pricing.customerpricerepositoryinterface.save.post`.
 */
export const topicOf = (operation: Operation): string => {
  const { service, rest } = operation;
  const name = service.replace(VERSION, '');
  const [module = name] = FIRST_WORD.exec(name) ?? [];
  const own = soapNameOf(operation).slice(service.length);
  return `async.${module}.${name.slice(module.length)}Interface.${own}.${rest.verb}`.toLowerCase();
};
