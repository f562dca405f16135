import type { Request, Response } from 'express';
import { StreamedList, StreamedObject } from '../operations/index.js';
import { discard, endText, hasBody, sendPieces } from '../web/index.js';
import { enveloped, envelopeAround, faultDocument, type SoapFault } from './faults.js';
import type { SoapOperation } from './soap-operation.js';
import type { SoapVersion } from './versions.js';
import { writerOf, written } from './write-value.js';
import { escapeXml } from './xml-text.js';

/** Content type of a WSDL, and of errors in requests for one. */
export const XML_TYPE = 'text/xml; charset=UTF-8';

const RESULT = 'result';

/** Sends a complete document. */
export const sendXml = (response: Response, text: string, type: string): void => {
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', length);
  endText(response, text, length);
};

/** Sends the result of an operation, in chunks if parts of it are created while it is written. */
export const sendResult = async (
  response: Response,
  { name, result }: SoapOperation,
  answer: { readonly body: unknown; readonly version: SoapVersion; readonly namespace: string },
): Promise<void> => {
  const { body, version, namespace } = answer;
  const open = `<ns1:${name}Response xmlns:ns1="${escapeXml(namespace)}">`;
  const close = `</ns1:${name}Response>`;
  if (!(body instanceof StreamedObject || body instanceof StreamedList)) {
    sendXml(response, enveloped(version, open + writerOf(RESULT, result)(body) + close), version.contentType);
    return;
  }
  function* pieces(): Generator<string, void> {
    const [before, behind] = envelopeAround(version);
    yield before + open;
    yield* written(RESULT, result, body);
    yield close + behind;
  }
  response.setHeader('Content-Type', version.contentType);
  await sendPieces(response, pieces());
};

interface FaultAnswer {
  readonly status: number;
  readonly version: SoapVersion;
  readonly namespace: string;
  readonly type: string;
}

/** Sends a fault. If a response has already started, closes the connection instead. */
export const sendFault = (request: Request, response: Response, fault: SoapFault, answer: FaultAnswer): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, version, namespace, type } = answer;
  response.statusCode = status;
  for (const [name, value] of Object.entries(fault.headers))
    // A challenge is only sent with status 401.
    if (name !== 'WWW-Authenticate' || status === 401) response.setHeader(name, value);
  // The rest of an unread body is still arriving.
  if (hasBody(request) && !request.readableEnded) discard(request);
  sendXml(response, faultDocument(fault, version, namespace), type);
};
