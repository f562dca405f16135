import { answerTo, reported } from '../web/index.js';
import { type FaultParameter, faultParameters } from './framework-shapes.js';
import { AddressRefused, NotUnderstood, ProcedureNotPresent, VersionMismatch } from './soap-errors.js';
import { type SoapVersion, SOAP_11 } from './versions.js';
import { escapeXml } from './xml-text.js';

export interface SoapFault {
  /** HTTP status of the response. */
  readonly status: 200 | 500;
  /** The corresponding REST status, which shows whether the client or the server caused the error. */
  readonly restStatus: number;
  readonly code: 'sender' | 'receiver' | 'VersionMismatch';
  /** A code in addition to the fault code of the SOAP version. */
  readonly subcode?: 'ProcedureNotPresent';
  readonly message: string;
  readonly parameters: readonly FaultParameter[];
  readonly errors: readonly { readonly message: string; readonly parameters: readonly FaultParameter[] }[];
  readonly headers: Readonly<Record<string, string>>;
}

const NOTHING = { parameters: [], errors: [], headers: {} } as const;

const notUnderstood = (error: NotUnderstood): SoapFault => ({
  ...NOTHING,
  status: 500,
  restStatus: error.by === 'sender' ? 400 : 500,
  code: error instanceof VersionMismatch ? 'VersionMismatch' : error.by,
  ...(error instanceof ProcedureNotPresent ? { subcode: 'ProcedureNotPresent' } : {}),
  message: error.message,
});

/** The fault for an error. For bugs it only contains the ID of the log entry. */
export const faultOf = (error: unknown, where: string): SoapFault => {
  if (error instanceof NotUnderstood) return notUnderstood(error);
  if (error instanceof AddressRefused)
    return { ...NOTHING, status: 200, restStatus: 400, code: 'sender', message: error.message };
  const answer = answerTo(error);
  if (!answer) return { ...NOTHING, status: 500, restStatus: 500, code: 'receiver', message: reported(error, where) };
  const { status, body, headers } = answer;
  return {
    status: 200,
    restStatus: status,
    code: status < 500 ? 'sender' : 'receiver',
    message: body.message,
    parameters: faultParameters(body.parameters),
    errors: (body.errors ?? []).map(({ message, parameters }) => ({
      message,
      parameters: faultParameters(parameters),
    })),
    headers,
  };
};

const inner = (name: string, { key, value }: FaultParameter): string =>
  `<m:${name}><m:key>${escapeXml(key)}</m:key><m:value>${escapeXml(value)}</m:value></m:${name}>`;

const within = (name: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `<m:${name}>${parts.join('')}</m:${name}>`;

/** The detail elements of a fault; empty if there are none. */
const detailOf = ({ parameters, errors }: SoapFault, namespace: string): string => {
  const details =
    within(
      'Parameters',
      parameters.map((one) => inner('GenericFaultParameter', one)),
    ) +
    within(
      'WrappedErrors',
      errors.map(
        (error) =>
          `<m:WrappedError><m:message>${escapeXml(error.message)}</m:message>` +
          `${within(
            'parameters',
            error.parameters.map((one) => inner('parameter', one)),
          )}</m:WrappedError>`,
      ),
    );
  return details === '' ? '' : `<m:GenericFault xmlns:m="${escapeXml(namespace)}">${details}</m:GenericFault>`;
};

const RPC = 'http://www.w3.org/2003/05/soap-rpc';

const codeOf = ({ code }: SoapFault, version: SoapVersion): string =>
  `env:${code === 'VersionMismatch' ? code : version[code]}`;

const fault11 = (fault: SoapFault, version: SoapVersion, detail: string): string =>
  `<faultcode>${codeOf(fault, version)}</faultcode><faultstring xml:lang="en">${escapeXml(fault.message)}</faultstring>` +
  (detail === '' ? '' : `<detail>${detail}</detail>`);

const fault12 = (fault: SoapFault, version: SoapVersion, detail: string): string => {
  const subcode =
    fault.subcode === undefined
      ? ''
      : `<env:Subcode><env:Value xmlns:rpc="${RPC}">rpc:${fault.subcode}</env:Value></env:Subcode>`;
  return (
    `<env:Code><env:Value>${codeOf(fault, version)}</env:Value>${subcode}</env:Code>` +
    `<env:Reason><env:Text xml:lang="en">${escapeXml(fault.message)}</env:Text></env:Reason>` +
    (detail === '' ? '' : `<env:Detail>${detail}</env:Detail>`)
  );
};

export const enveloped = (version: SoapVersion, body: string): string => {
  const [before, behind] = envelopeAround(version);
  return before + body + behind;
};

export const envelopeAround = ({ envelope }: SoapVersion): readonly [before: string, behind: string] => [
  `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="${envelope}"><env:Body>`,
  '</env:Body></env:Envelope>\n',
];

/** The document of a fault in the request's SOAP version; `namespace` is that of the address. */
export const faultDocument = (fault: SoapFault, version: SoapVersion, namespace: string): string => {
  const detail = detailOf(fault, namespace);
  const faultXml = version === SOAP_11 ? fault11(fault, version, detail) : fault12(fault, version, detail);
  return enveloped(version, `<env:Fault>${faultXml}</env:Fault>`);
};
