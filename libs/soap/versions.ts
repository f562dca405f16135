/** A SOAP version, identified by the namespace of the envelope. */
export interface SoapVersion {
  readonly envelope: string;
  readonly contentType: string;
  /** Fault code for errors caused by the client. */
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

/** The SOAP version of a request whose envelope is unknown: `text/xml` means 1.1. */
export const versionOfType = (contentType: string | undefined): SoapVersion =>
  /^\s*text\/xml\s*(?:;|$)/i.test(contentType ?? '') ? SOAP_11 : SOAP_12;

export const versionOf = (namespace: string): SoapVersion | undefined =>
  VERSIONS.find(({ envelope }) => envelope === namespace);
