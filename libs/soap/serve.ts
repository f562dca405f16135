import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotSignedIn, SecurityEvents } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { ServedOperations } from '../calls/index.js';
import {
  BodyTimeout,
  CallerGone,
  Callers,
  requestContextOf,
  HeavyCalls,
  noteRefusal,
  noteUnavailable,
  NotProcessable,
  QuotaExceeded,
  REFUSES,
  RequestRates,
  sendJson,
  whereOf,
  WireSettings,
} from '../web/index.js';
import {
  type Address,
  addressOf,
  checkWsdlQuery,
  queryOf,
  requestedServices,
  SOAP_PATH,
  storeCodeOf,
} from './address.js';
import { sendFault, sendXml, XML_TYPE } from './answers.js';
import { faultOf } from './faults.js';
import { AddressRefused } from './soap-errors.js';
import { type CallState, isOpenTo, SoapCalls } from './soap-calls.js';
import type { SoapOperation } from './soap-operation.js';
import { SoapServices } from './soap-services.js';
import { SOAP_12, type SoapVersion, versionOfType } from './versions.js';
import { type DescribedService, wsdlOf, Descriptions } from './wsdl.js';

interface SoapAddress {
  readonly version: SoapVersion;
  readonly namespace: string;
}

/** Namespace of errors before the services of the address are known. */
const NO_NAMESPACE = SOAP_PATH;

/** Handles the SOAP addresses (soap.md, "Addresses"). */
class SoapEndpoint {
  private readonly descriptions = new Descriptions(wsdlOf);
  private readonly operations = new Map<string, ReadonlyMap<string, SoapOperation>>();

  constructor(
    private readonly services: SoapServices,
    private readonly calls: SoapCalls,
    private readonly events: SecurityEvents,
    private readonly publicBaseUrl: string,
  ) {}

  /** Handles `?wsdl_list` and `?wsdl&services=`. */
  async describe(request: Request, response: Response): Promise<void> {
    let namespace = NO_NAMESPACE;
    try {
      const query = queryOf(request);
      const storeCode = await storeCodeOf(request, requestContextOf(request));
      if (query.has('wsdl_list')) {
        sendJson(response, this.list(typeof request.params['storeCode'] === 'string' ? storeCode : 'all'));
        return;
      }
      if (!query.has('wsdl'))
        throw new AddressRefused(
          'The query contains no wsdl parameter. Add wsdl to get the service description, or send the call with POST.',
        );
      checkWsdlQuery(query);
      const address = addressOf(this.publicBaseUrl, storeCode, requestedServices(query, this.services));
      namespace = address.url;
      sendXml(response, await this.wsdl(request, response, address), XML_TYPE);
    } catch (error) {
      const fault = faultOf(error, whereOf(request));
      if (fault.restStatus === 503) noteUnavailable(error, request);
      sendFault(request, response, fault, { status: fault.restStatus, version: SOAP_12, namespace, type: XML_TYPE });
    }
  }

  async call(request: Request, response: Response): Promise<void> {
    const state: CallState = { version: versionOfType(request.headers['content-type']), operation: undefined };
    let namespace = NO_NAMESPACE;
    try {
      const requestContext = requestContextOf(request);
      const services = requestedServices(queryOf(request), this.services);
      // Starts together with the store view lookup, so that both share one read of the database version.
      const asker = this.calls.askerOf(request, response);
      asker.catch(() => undefined);
      const address = addressOf(this.publicBaseUrl, await storeCodeOf(request, requestContext), services);
      namespace = address.url;
      const operations = this.operationsOf(address);
      await this.calls.call({ request, response, requestContext }, await asker, { namespace, operations }, state);
    } catch (error) {
      if (error instanceof CallerGone) {
        response.destroy();
        return;
      }
      this.refuse(error, request, response, { version: state.version, namespace });
    }
  }

  /** Sends a fault for a refused call, or for a request whose call was not read. */
  refuse(
    error: unknown,
    request: Request,
    response: Response,
    { version, namespace }: SoapAddress = {
      version: versionOfType(request.headers['content-type']),
      namespace: NO_NAMESPACE,
    },
  ): void {
    noteRefusal(error, this.events);
    const fault = faultOf(error, whereOf(request));
    if (fault.restStatus === 503) noteUnavailable(error, request);
    sendFault(request, response, fault, {
      // Requests without a call (unknown address, missing body) get the REST status.
      status: isNoCall(error) ? fault.restStatus : fault.status,
      version,
      namespace,
      type: version.contentType,
    });
  }

  private list(storeCode: string): Readonly<Record<string, { readonly wsdl_endpoint: string }>> {
    const base = `${this.publicBaseUrl}${SOAP_PATH}/${storeCode}?wsdl&services=`;
    return Object.fromEntries(this.services.names.map((name) => [name, { wsdl_endpoint: base + name }]));
  }

  /** Operations by element name. */
  private operationsOf({ services }: Address): ReadonlyMap<string, SoapOperation> {
    const found = new Map<string, SoapOperation>();
    for (const service of services)
      for (const [element, operation] of this.operationsOfService(service)) found.set(element, operation);
    return found;
  }

  private operationsOfService(service: string): ReadonlyMap<string, SoapOperation> {
    let found = this.operations.get(service);
    if (!found) {
      found = new Map((this.services.operationsOf(service) ?? []).map((one) => [`${one.name}Request`, one]));
      this.operations.set(service, found);
    }
    return found;
  }

  /** The WSDL of the operations that this caller may use. Throws `NotSignedIn` if there are none. */
  private async wsdl(request: Request, response: Response, { services, url }: Address): Promise<string> {
    const asker = await this.calls.askerOf(request, response);
    const described = services
      .map((name): DescribedService => ({
        name,
        operations: (this.services.operationsOf(name) ?? []).filter((operation) => isOpenTo(asker, operation)),
      }))
      .filter(({ operations }) => operations.length > 0);
    if (described.length === 0) throw new NotSignedIn(services.join(', '));
    return this.descriptions.wsdlFor(url, described);
  }
}

const isNoCall = (error: unknown): boolean =>
  error instanceof AddressRefused ||
  error instanceof NotProcessable ||
  error instanceof BodyTimeout ||
  error instanceof QuotaExceeded;

/**
 * Serves all operations over SOAP at `/soap` and `/soap/{storeCode}`. Call it before `init` or `listen`. Throws if the
 * names of two declarations collide.
 */
export const serveSoap = (app: INestApplication, publicBaseUrl: string): void => {
  const settings = app.get(WireSettings);
  const services = new SoapServices(app.get(ServedOperations).all, app.get(Resources));
  const calls = new SoapCalls({
    settings,
    callers: app.get(Callers),
    heavyCalls: app.get(HeavyCalls),
    rates: app.get(RequestRates),
  });
  const endpoint = new SoapEndpoint(services, calls, app.get(SecurityEvents), publicBaseUrl.replace(/\/+$/, ''));
  const adapter = app.getHttpAdapter();
  const refuse = (error: unknown, request: Request, response: Response) => endpoint.refuse(error, request, response);
  for (const path of [SOAP_PATH, `${SOAP_PATH}/:storeCode`]) {
    adapter.get(path, (request: Request, response: Response) => endpoint.describe(request, response));
    const call = (request: Request, response: Response) => endpoint.call(request, response);
    Reflect.defineMetadata(REFUSES, refuse, call);
    adapter.post(path, call);
  }
};
