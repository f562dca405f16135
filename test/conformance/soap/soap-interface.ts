import { type Operation, soapNameOf } from '../../../libs/operations/index.js';
import { type Resource, Resources } from '../../../libs/records/index.js';
import type { TestApp } from '../../support/app.js';
import type { Reply } from '../../support/send.js';
import { membersXml, type SoapAsk, type SoapMembers, type SoapReply } from '../../support/soap.js';
import type { Ask, Json } from '../crawl/crawler.js';
import type { Compared, ComparedInterface, TwinCall } from '../twins/compared-interface.js';
import type { Side } from '../twins/side.js';
import { asSoap } from './as-soap.js';
import { fromSoap, plainAnswer, parametersOf } from './from-soap.js';

/** Stands for a header that a client does not expose. */
export const UNTOLD = 'untold';

/** The fault codes of SOAP 1.1. */
const CODES: Readonly<Record<string, string>> = { Client: 'Sender', Server: 'Receiver' };

/** Makes camelCase and snake_case names in a message equal. */
const spelt = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface ReportedRefusal {
  readonly message: string;
  readonly parameters?: Json;
  readonly errors?: readonly ReportedRefusal[];
}

const refusalOf = ({ message, parameters, errors }: ReportedRefusal, isRest: boolean): object => ({
  message: spelt(message),
  parameters: Object.fromEntries(
    Object.entries(isRest ? parametersOf(parameters) : (parameters ?? {})).map(([key, value]) => [
      key,
      spelt(String(value)),
    ]),
  ),
  errors: (errors ?? []).map((error) => refusalOf(error, isRest)),
});

/** A call that SOAP can express, and the status of the same call over REST. */
export interface SoapTwinAsk extends SoapAsk {
  readonly members: SoapMembers;
  readonly restStatus: number;
}

/** Makes a call. An error that it throws counts as a difference. */
export type CallSoap = (ask: SoapTwinAsk) => Promise<SoapReply>;

const expectedOf = ({ output }: Operation, rest: Reply): object =>
  rest.status < 300
    ? {
        status: 200,
        body: output.kind === 'secret' ? typeof rest.json : plainAnswer(output, rest.json),
        version: rest.headers['x-pricing-version'],
      }
    : {
        status: 200,
        code: rest.status < 500 ? 'Sender' : 'Receiver',
        ...refusalOf(rest.json as ReportedRefusal, true),
      };

const actualOf = ({ output }: Operation, soap: SoapReply, value: unknown, rest: Reply): object => {
  if (soap.status !== 200) return { status: soap.status, text: soap.text };
  const { fault } = soap;
  if (fault) return { status: 200, code: CODES[fault.code] ?? fault.code, ...refusalOf(fault, false) };
  const version = soap.headers['x-pricing-version'];
  return {
    status: 200,
    body: output.kind === 'secret' ? typeof value : plainAnswer(output, value),
    version: version === UNTOLD ? rest.headers['x-pricing-version'] : version,
  };
};

/** SOAP compared with REST, with any SOAP client (soap.md). */
export class SoapInterface implements ComparedInterface {
  private readonly resources: Resources;

  constructor(
    app: TestApp,
    private readonly callSoap: CallSoap,
  ) {
    this.resources = app.get<Resources>(Resources);
  }

  nameOf(operation: Operation): string | undefined {
    return operation.output.kind === 'bytes' || operation.onlyRest ? undefined : soapNameOf(operation);
  }

  /** Skips requests with headers, which SOAP ignores. */
  takes({ headers, as }: Ask): boolean {
    return headers === undefined && as !== 'malformed';
  }

  async call({ operation, store, token, rest, ...sent }: TwinCall, side: Side): Promise<Compared> {
    const rows = (resource: Resource) => this.resources.withDeclaredKeys(resource);
    const members = asSoap(operation, sent, rows);
    const inner = membersXml(members);
    const soap = await this.callSoap({
      base: side.app.url,
      publicBase: side.publicBase,
      members,
      restStatus: rest.status,
      services: operation.service,
      operation: soapNameOf(operation),
      inner,
      token,
      ...(store === undefined ? {} : { store }),
    });
    const json = fromSoap(operation.output, soap.result) as Json;
    return {
      expected: expectedOf(operation, rest),
      actual: actualOf(operation, soap, json, rest),
      isRefused: soap.fault !== undefined,
      json,
      asked: inner,
    };
  }
}
