import type { Request, Response } from 'express';
import { inOperation, TooLarge } from '../kernel/index.js';
import { bodyOf, type BodySpec, type Caller, type Need } from '../operations/index.js';
import {
  admitted,
  type AnswerForm,
  answerForm,
  type BodyRules,
  bodyRules,
  BULK_VALUES_MAX,
  HttpOperationContext,
  mayCall,
  operationDeadline,
  resourcesOf,
  type ServedOperation,
  takeHeavySlot,
} from '../calls/index.js';
import {
  callerOf,
  type Callers,
  type HttpRequestContext,
  forbidStoring,
  type HeavyCalls,
  OUTDATED_HEADER,
  readBytes,
  type RequestRates,
  VALUES_MAX,
  type WireSettings,
} from '../web/index.js';
import { sendResult } from './answers.js';
import { type CallRules, readEnvelope } from './read-envelope.js';
import type { SoapCall, SoapOperation } from './soap-operation.js';
import type { SoapVersion } from './versions.js';

/** The state of a call. Faults use its SOAP version, which is initially derived from the media type. */
export interface CallState {
  version: SoapVersion;
  operation: SoapOperation | undefined;
}

interface CallParts {
  readonly callers: Callers;
  readonly settings: WireSettings;
  readonly heavyCalls: HeavyCalls;
  readonly rates: RequestRates;
}

/** A caller, with or without credentials. */
interface Asker {
  readonly claims: boolean;
  readonly caller: Caller | undefined;
}

/** The services of an address. */
interface CalledServices {
  readonly namespace: string;
  /** Operations by element name. */
  readonly operations: ReadonlyMap<string, SoapOperation>;
}

const needOf = ({ served: [first] }: SoapOperation): Need => first.operation.right;

const bodyIn = ({ served: [first] }: SoapOperation): BodySpec | undefined => bodyOf(first.operation.input);

/** Whether the caller may call an operation. With invalid credentials, only public operations are allowed. */
export const isOpenTo = ({ claims, caller }: Asker, operation: SoapOperation): boolean => {
  const need = needOf(operation);
  const isBroken = claims && caller === undefined;
  return mayCall(caller, need) && !(isBroken && need.kind === 'storefront');
};

/** Handles SOAP calls: authentication, then the envelope, then the operation (soap.md, "On the wire"). */
export class SoapCalls {
  private readonly forms = new Map<ServedOperation, AnswerForm>();

  constructor(private readonly parts: CallParts) {}

  /** Reads and runs a call of one of these operations. All errors become faults. */
  async call(
    { request, response, requestContext }: { request: Request; response: Response; requestContext: HttpRequestContext },
    asker: Asker,
    { namespace, operations }: CalledServices,
    state: CallState,
  ): Promise<void> {
    const { settings } = this.parts;
    const bytes = await this.read(request, requestContext, this.rulesOf(operations, asker));
    const args = await readEnvelope(bytes, {
      namespace,
      found: (version) => (state.version = version),
      rulesOf: (element) => {
        state.operation = operations.get(element);
        return state.operation && this.admit(state.operation, asker, bytes, { requestContext, response });
      },
    });
    const { operation } = state;
    if (!operation) throw new Error('an envelope was read that asks for nothing');
    const call = operation.callOf(args);
    // Set before authorization, so that the log names a caller without the right.
    requestContext.caller = asker.caller;
    requestContext.caller = admitted(needOf(operation), resourcesOf(needOf(operation), settings), asker);
    await this.run(call, { operation, requestContext, response, version: state.version, namespace });
  }

  /** The authenticated caller, and whether the request has credentials. */
  async askerOf(request: Request, response: Response): Promise<Asker> {
    const claims = request.headers.authorization !== undefined;
    const caller = claims ? await callerOf(request, this.parts.callers) : undefined;
    this.parts.rates.ofCaller(caller, response);
    return { claims, caller };
  }

  /**
   * The most permissive body limits among the operations that this caller may call, because the operation is only
   * known from the body.
   */
  private rulesOf(operations: ReadonlyMap<string, SoapOperation>, asker: Asker): BodyRules {
    const { settings } = this.parts;
    return [...operations.values()]
      .filter((operation) => isOpenTo(asker, operation))
      .map((operation) => bodyRules(bodyIn(operation), settings))
      .reduce((most, rules) => (rules.limit > most.limit ? rules : most), bodyRules(undefined, settings));
  }

  private async read(
    request: Request,
    { deadline }: HttpRequestContext,
    { limit, setting, kind }: BodyRules,
  ): Promise<Buffer> {
    deadline.pause();
    try {
      return await readBytes(request, limit, kind, setting);
    } finally {
      deadline.resume();
    }
  }

  /** Authorizes the caller as soon as the operation is known, before the rest is parsed. */
  private admit(
    operation: SoapOperation,
    asker: Asker,
    { length }: Buffer,
    { requestContext, response }: { readonly requestContext: HttpRequestContext; readonly response: Response },
  ): CallRules {
    const { settings } = this.parts;
    const { operation: declared } = operation.served[0];
    const kind = operationDeadline(declared);
    requestContext.deadline.become(kind, settings.deadlines[kind]);
    requestContext.route = `${requestContext.route ?? ''} ${operation.name}`;
    requestContext.served = { operation: `${declared.service}.${declared.name}`, interfaceName: 'soap' };
    if (declared.rest.neverStored) forbidStoring(response);
    admitted(needOf(operation), resourcesOf(needOf(operation), settings), asker);
    const body = bodyIn(operation);
    const { limit, setting } = bodyRules(body, settings);
    if (length > limit) throw new TooLarge(limit, setting);
    return {
      parameters: operation.parameters,
      valuesMax: body?.kind === 'bulk' ? BULK_VALUES_MAX : VALUES_MAX,
      rowMaxBytes: settings.bodyMaxBytes,
    };
  }

  private async run({ served, sent }: SoapCall, running: Running): Promise<void> {
    const { operation, requestContext, response, version, namespace } = running;
    // Saving a record is either create or update, depending on the call.
    requestContext.served = {
      operation: `${served.operation.service}.${served.operation.name}`,
      interfaceName: 'soap',
    };
    const isDone = served.operation.heavy?.(sent.body)
      ? takeHeavySlot(this.parts.heavyCalls, requestContext, response)
      : undefined;
    try {
      const input = served.read(sent, requestContext);
      const context = new HttpOperationContext(requestContext);
      const answered = await inOperation(operation.name, () => served.run(input, context), { interface: 'soap' });
      if (answered.version !== undefined)
        response.setHeader(this.parts.settings.versionHeader, String(answered.version));
      if (requestContext.outdated) response.setHeader(OUTDATED_HEADER, '1');
      await sendResult(response, operation, { body: this.formOf(served)(answered.body), version, namespace });
    } finally {
      isDone?.();
    }
  }

  /** The response format, as in REST. */
  private formOf(served: ServedOperation): AnswerForm {
    let found = this.forms.get(served);
    if (!found) {
      found = answerForm(served.operation.output, this.parts.settings.instants);
      this.forms.set(served, found);
    }
    return found;
  }
}

interface Running {
  readonly operation: SoapOperation;
  readonly requestContext: HttpRequestContext;
  readonly response: Response;
  readonly version: SoapVersion;
  readonly namespace: string;
}
