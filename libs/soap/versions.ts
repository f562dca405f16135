/** A version of SOAP, identified by the namespace of the envelope. */
export interface SoapVersion {
  readonly envelope: string;
  readonly contentType: string;
  /** Whether the client or the server caused it. */
  readonly sender: string;
  readonly receiver: string;
}

export const SOAP_11: SoapVersion = {
  envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  contentType: 'text/xml; charset=utf-8',
  sender: 'Client',
  receiver: 'Server',
};

export const SOAP_12: SoapVersion = {
  envelope: 'http://www.w3.org/2003/05/soap-envelope',
  contentType: 'application/soap+xml; charset=utf-8',
  sender: 'Sender',
  receiver: 'Receiver',
};

const VERSIONS = [SOAP_11, SOAP_12] as const;

/** Version of a request whose envelope is unknown: 1.1 is sent as `text/xml`. */
export const versionOfType = (contentType: string | undefined): SoapVersion =>
  /^\s*text\/xml\s*(?:;|$)/i.test(contentType ?? '') ? SOAP_11 : SOAP_12;

export const versionOf = (namespace: string): SoapVersion | undefined =>
  VERSIONS.find(({ envelope }) => envelope === namespace);
