import { PUBLIC_BASE } from './app.js';
import { type Reply, send } from './send.js';
import { nodeAt, parseXml, type XmlNode } from './xml-node.js';

export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** An element whose content is XML. */
export const tag = (name: string, inner: string): string => `<${name}>${inner}</${name}>`;

/** A value in the elements of a call: a text, null, a list, or elements by name. */
export type SoapValue = string | null | readonly SoapValue[] | SoapMembers;

export interface SoapMembers {
  readonly [name: string]: SoapValue;
}

const isList = (value: SoapMembers | readonly SoapValue[]): value is readonly SoapValue[] => Array.isArray(value);

const valueXml = (name: string, value: SoapValue): string => {
  if (value === null) return `<${name} xsi:nil="true"/>`;
  if (typeof value === 'string') return tag(name, escaped(value));
  return tag(name, isList(value) ? value.map((item) => valueXml('item', item)).join('') : membersXml(value));
};

/** Converts members to XML. */
export const membersXml = (members: SoapMembers): string =>
  Object.entries(members)
    .map(([name, value]) => valueXml(name, value))
    .join('');

export interface SoapAsk {
  /** Base URL such as `http://127.0.0.1:4000`. */
  readonly base: string;
  /** The server's public base URL. */
  readonly publicBase: string;
  readonly store?: string;
  readonly services: string;
  /** Operation such as `pricingCustomerPriceRepositoryV1GetById`. */
  readonly operation: string;
  /** XML of the operation's elements. */
  readonly inner?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly envelope?: string;
}

export const PRODUCTS = 'commerceProductRepositoryV1';
export const TOKENS = 'integrationAdminTokenServiceV1';
export const PRICES = 'pricingCalculatedPriceV1';

/** A call of the product service, unless `more` contains another one. */
export const askOfProducts = (
  { base, token }: Pick<SoapAsk, 'base' | 'token'>,
  operation: string,
  inner = '',
  more: Partial<SoapAsk> = {},
): SoapAsk => ({ base, publicBase: PUBLIC_BASE, services: PRODUCTS, operation, inner, token, ...more });

export interface ReportedFault {
  readonly code: string;
  readonly message: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly errors: readonly { readonly message: string; readonly parameters: Readonly<Record<string, string>> }[];
}

export interface SoapReply extends Reply {
  readonly envelope: string;
  readonly result: XmlNode | undefined;
  readonly fault: ReportedFault | undefined;
}

/** The namespace of a service URL. */
export const namespaceOf = (publicBase: string, services: string, store = 'default'): string =>
  `${publicBase}/soap/${store}?services=${encodeURIComponent(services)}`;

const parametersOf = (node: XmlNode | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (node?.children ?? []).map((one) => [nodeAt(one, 'key')?.text ?? '', nodeAt(one, 'value')?.text ?? '']),
  );

const faultOf = (node: XmlNode): ReportedFault => {
  const detail = nodeAt(node, 'Detail', 'GenericFault') ?? nodeAt(node, 'detail', 'GenericFault');
  const code = nodeAt(node, 'Code', 'Value') ?? nodeAt(node, 'faultcode');
  const reason = nodeAt(node, 'Reason', 'Text') ?? nodeAt(node, 'faultstring');
  return {
    code: (code?.text ?? '').replace(/^.*:/, ''),
    message: reason?.text ?? '',
    parameters: parametersOf(nodeAt(detail, 'Parameters')),
    errors: (nodeAt(detail, 'WrappedErrors')?.children ?? []).map((error) => ({
      message: nodeAt(error, 'message')?.text ?? '',
      parameters: parametersOf(nodeAt(error, 'parameters')),
    })),
  };
};

/** Parses a SOAP response. */
export const soapReply = (reply: Reply): SoapReply => {
  const root = parseXml(reply.text);
  const body = nodeAt(root, 'Body')?.children[0];
  return {
    status: reply.status,
    headers: reply.headers,
    text: reply.text,
    get json() {
      return reply.json as unknown;
    },
    envelope: root.namespace,
    result: nodeAt(body, 'result'),
    fault: body?.name === 'Fault' ? faultOf(body) : undefined,
  };
};

export const envelopeOf = (ask: SoapAsk): string => {
  const { publicBase, services, operation, inner = '', envelope = SOAP_12, store } = ask;
  const namespace = escaped(namespaceOf(publicBase, services, store));
  return (
    `<?xml version="1.0"?><e:Envelope xmlns:e="${envelope}" xmlns:xsi="${XSI}" xmlns:t="${namespace}"><e:Body>` +
    `<t:${operation}Request>${inner}</t:${operation}Request></e:Body></e:Envelope>`
  );
};

/** Posts a document to the URL of the services. */
export const post = async (ask: SoapAsk, document: string | Buffer): Promise<SoapReply> => {
  const { base, services, store, token, headers = {}, envelope } = ask;
  const type = envelope === SOAP_11 ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  const code = store === undefined ? '' : `/${store}`;
  const reply = await send(base, {
    method: 'POST',
    path: `/soap${code}?services=${encodeURIComponent(services)}`,
    headers: { 'content-type': type, ...headers },
    ...(token === undefined ? {} : { token }),
    body: document,
  });
  return soapReply(reply);
};

/** One SOAP call over real HTTP. */
export const soapCall = (ask: SoapAsk): Promise<SoapReply> => post(ask, envelopeOf(ask));
