import type { Request } from 'express';
import { namedServices } from '../operations/index.js';
import { type HttpRequestContext, NotProcessable } from '../web/index.js';
import { AddressRefused } from './soap-errors.js';
import type { SoapServices } from './soap-services.js';

export const SOAP_PATH = '/soap';

/** The requested services, and the URL that represents them. */
export interface Address {
  /** Each once, in the order named. */
  readonly services: readonly string[];
  /** Where they are called, and the namespace of all that they tell. */
  readonly url: string;
}

/** The query string of a request. */
export const queryOf = ({ url }: Request): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
};

/** Takes the store code of the path, as REST does (wire.md §1); answers the code of the store view that it means. */
export const storeCodeOf = async (request: Request, exchange: HttpRequestContext): Promise<string> => {
  const { storeCode: code } = request.params;
  if (typeof code === 'string') {
    const found = await exchange.storeByCode(code);
    if (!found) throw new NotProcessable();
    exchange.store = found;
    return found.code;
  }
  return (await exchange.storeView()).code;
};

/** The services that a query names. `AddressRefused` where it names none, or one that there isn't. */
export const requestedServices = (query: URLSearchParams, known: SoapServices): readonly string[] => {
  const services = namedServices(query.get('services') ?? '');
  if (!services) throw new AddressRefused('Incorrect format of request URI or Requested services are missing.');
  const unknown = services.filter((service) => !known.operationsOf(service));
  if (unknown.length > 0) throw new AddressRefused(`Requested services are not known: ${unknown.join(', ')}.`);
  return services;
};

/** Other parts of the query than a request for a WSDL may have. */
export const judgeWsdlQuery = (query: URLSearchParams): void => {
  const others = [...new Set(query.keys())].filter((key) => key !== 'wsdl' && key !== 'services');
  if (others.length > 0)
    throw new AddressRefused(`Not allowed parameters: ${others.join(', ')}. Please use only wsdl and services.`);
};

export const addressOf = (publicBaseUrl: string, storeCode: string, services: readonly string[]): Address => ({
  services,
  url: `${publicBaseUrl}${SOAP_PATH}/${storeCode}?services=${encodeURIComponent(services.join(','))}`,
});
