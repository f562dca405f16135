import type { Request } from 'express';
import { namedServices } from '../operations/index.js';
import { type HttpRequestContext, NotProcessable } from '../web/index.js';
import { AddressRefused } from './soap-errors.js';
import type { SoapServices } from './soap-services.js';

export const SOAP_PATH = '/soap';

/** The requested services, and the URL that identifies them. */
export interface Address {
  /** Without duplicates, in the requested order. */
  readonly services: readonly string[];
  /** Address of the services, and namespace of their types. */
  readonly url: string;
}

export const queryOf = ({ url }: Request): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
};

/** Reads the store code from the path, as in REST (wire.md §1). Returns the code of the store view. */
export const storeCodeOf = async (request: Request, requestContext: HttpRequestContext): Promise<string> => {
  const { storeCode: code } = request.params;
  if (typeof code === 'string') {
    const found = await requestContext.storeByCode(code);
    if (!found) throw new NotProcessable();
    requestContext.store = found;
    return found.code;
  }
  return (await requestContext.storeView()).code;
};

/** The services in a query. Throws `AddressRefused` if there are none or one does not exist. */
export const requestedServices = (query: URLSearchParams, known: SoapServices): readonly string[] => {
  const services = namedServices(query.get('services') ?? '');
  if (!services) throw new AddressRefused('Incorrect format of request URI or Requested services are missing.');
  const unknown = services.filter((service) => !known.operationsOf(service));
  if (unknown.length > 0) throw new AddressRefused(`Requested services are not known: ${unknown.join(', ')}.`);
  return services;
};

/** Rejects query parameters that a WSDL request does not support. */
export const checkWsdlQuery = (query: URLSearchParams): void => {
  const others = [...new Set(query.keys())].filter((key) => key !== 'wsdl' && key !== 'services');
  if (others.length > 0)
    throw new AddressRefused(`Not allowed parameters: ${others.join(', ')}. Please use only wsdl and services.`);
};

export const addressOf = (publicBaseUrl: string, storeCode: string, services: readonly string[]): Address => ({
  services,
  url: `${publicBaseUrl}${SOAP_PATH}/${storeCode}?services=${encodeURIComponent(services.join(','))}`,
});
