import { createHash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CsvEncoding } from '../kernel/index.js';
import {
  decodeJson,
  decodeSent,
  formFields,
  hasBody,
  checkContentType,
  readBytes,
  BodyCache,
  type BrowserSessions,
  callerOf,
  type Callers,
  type HttpRequestContext,
  requestContextIfAny,
  requestContextOf,
  forbidStoring,
  isFromStaffPage,
  NEED,
  NO_SESSION,
  UNSTORED,
  type RequestRates,
  type KeyUse,
  type WireSettings,
} from '../web/index.js';
import { BODY } from './handler-metadata.js';
import {
  type BodySpec,
  FORM_TYPE,
  JSON_TYPE,
  LINES_TYPE,
  MERGE_TYPE,
  type Caller,
  type Need,
  REST_BASE,
} from '../operations/index.js';
import { readBulk } from './bulk-body.js';
import { KEY_HEADER, keyUseOf, nameCall } from './idempotency.js';
import { LISTED, readList } from './listed.js';
import type { RouteTable } from './route-table.js';
import { readAsSigned } from './signed-request.js';
import { admit, type BodyRules, bodyRules, listRules, refuseFields, resourcesOf, secretNames } from '../calls/index.js';

/** What the guard checks for a handler; computed once. */
interface Plan {
  readonly need: Need;
  /** The required right, as error messages name it. */
  readonly resources: string;
  readonly body: BodySpec | undefined;
  readonly decode: (bytes: Buffer) => unknown;
  /** Whether the body is a list of bodies. */
  readonly listed: boolean;
  readonly unstored: boolean;
  /** Whether a browser session may authenticate the caller. */
  readonly takesSession: boolean;
  readonly rules: BodyRules;
  /** A record in a bulk call may have the same size as one sent alone. */
  readonly rowMaxBytes: number;
  /** How the handler uses an idempotency key. */
  readonly keyUse: KeyUse;
  readonly secrets: ReadonlySet<string>;
}

interface GuardParts {
  readonly callers: Callers;
  readonly sessions: BrowserSessions;
  readonly settings: WireSettings;
  readonly routes: RouteTable;
  readonly rates: RequestRates;
}

/**
 * The only guard. It authenticates, authorizes, and only then reads the body (wire.md §1). A caller without the right
 * therefore learns nothing about body or record, and bodies of anonymous callers are not parsed.
 */
export class WireGuard implements CanActivate {
  private readonly plans = new WeakMap<object, Plan>();

  private readonly settings: WireSettings;

  constructor(private readonly parts: GuardParts) {
    this.settings = parts.settings;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const plan = this.planOf(context.getHandler());
    // A GraphQL resolver has neither token nor body here, so it must be public.
    if (context.getType<string>() !== 'http') {
      nameResolver(context);
      return plan.need.kind === 'anonymous';
    }
    const http = context.switchToHttp();
    await this.pass(plan, http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }

  /** The same for a handler that Nest does not call. */
  admit(handler: object, request: Request, response: Response): Promise<void> {
    return this.pass(this.planOf(handler), request, response);
  }

  private async pass(plan: Plan, request: Request, response: Response): Promise<void> {
    const requestContext = requestContextOf(request);
    if (plan.unstored) forbidStoring(response);
    if (plan.need.kind !== 'anonymous') await this.identify(request, response, requestContext, plan);
    let digest = '';
    requestContext.deadline.pause();
    if (!takesBody(plan, request)) whenThere(request, () => requestContext.deadline.resume());
    else {
      try {
        digest = await takeBody(request, requestContext, plan);
      } finally {
        requestContext.deadline.resume();
      }
    }
    if (request.headers[KEY_HEADER] !== undefined) {
      const { keyUse: use, body, secrets } = plan;
      nameCall({ request, requestContext, use, body, secrets, digest });
    }
  }

  private planOf(handler: object): Plan {
    let plan = this.plans.get(handler);
    if (!plan) {
      const need = Reflect.getMetadata(NEED, handler) as Need | undefined;
      if (!need) throw new Error('a handler without a declared right');
      const body = Reflect.getMetadata(BODY, handler) as BodySpec | undefined;
      const listed = Reflect.hasMetadata(LISTED, handler);
      plan = {
        need,
        resources: resourcesOf(need, this.settings),
        body,
        decode: decoderOf(body),
        listed,
        unstored: Reflect.getMetadata(UNSTORED, handler) === true,
        takesSession: OF_STAFF.has(need.kind) && !Reflect.hasMetadata(NO_SESSION, handler),
        rules: listed ? listRules(this.settings) : bodyRules(body, this.settings),
        rowMaxBytes: listed ? bodyRules(body, this.settings).limit : this.settings.bodyMaxBytes,
        keyUse: keyUseOf(handler),
        secrets: secretNames(body),
      };
      this.plans.set(handler, plan);
    }
    return plan;
  }

  private async identify(
    request: Request,
    response: Response,
    requestContext: HttpRequestContext,
    { need, resources, takesSession }: Plan,
  ): Promise<void> {
    const { callers, sessions, routes, rates } = this.parts;
    const hasHeader = request.headers.authorization !== undefined;
    const bySession = !hasHeader && takesSession && mayHaveSession(request, requestContext);
    if (bySession) forbidStoring(response);
    const find = async (): Promise<Caller | undefined> => {
      requestContext.isStaffPage = bySession;
      // Set before authorization, so that the log names a caller without the right.
      requestContext.caller = await (bySession
        ? sessions.callerOf(request)
        : callerOf(request, callers, (sent, signed) =>
            readAsSigned(request, { sent, signed, routes, route: requestContext.route }),
          ));
      rates.ofCaller(requestContext.caller, response);
      return requestContext.caller;
    };
    await admit(need, resources, { claims: hasHeader || bySession, find });
  }
}

/** Whether the guard reads the body. Streaming handlers do it themselves, except for records without a long file. */
const takesBody = ({ body, rules: { limit } }: Plan, { headers }: Request): boolean => {
  if (body?.kind !== 'stream') return true;
  if (!body.record || /^multipart\//i.test(headers['content-type'] ?? '')) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] === undefined : Number(length) <= limit;
};

/** Kinds of access rules that administrators can meet. */
const OF_STAFF: ReadonlySet<Need['kind']> = new Set(['right', 'admin', 'own']);

/**
 * Sessions only work below `/rest/…/V1`: not for asynchronous calls, and not for the platform's other path spellings.
 */
const mayHaveSession = (request: Request, { route }: HttpRequestContext): boolean =>
  isFromStaffPage(request) && request.originalUrl.startsWith('/rest/') && route?.startsWith(`${REST_BASE}/`) === true;

/** Names a GraphQL request after its first field. */
const nameResolver = (context: ExecutionContext): void => {
  const { req } = context.getArgByIndex<{ readonly req?: Request } | undefined>(2) ?? {};
  const requestContext = req && requestContextIfAny(req);
  if (requestContext && !requestContext.served?.operation.startsWith('graphql.'))
    requestContext.served = { operation: `graphql.${context.getHandler().name}`, interfaceName: 'graphql' };
};

/** Calls `then` once a body that the handler reads itself is complete or its connection is closed. */
const whenThere = (request: Request, then: () => void): void => {
  if (request.readableEnded || request.destroyed) then();
  else request.once('end', then).once('close', then);
};

const NO_BODY = '';

/** Digest that distinguishes bodies. Computed only if there is an idempotency key. */
const bodyDigest = (request: Request, type: string, bytes: Buffer): string =>
  request.headers[KEY_HEADER] === undefined
    ? NO_BODY
    : createHash('sha256').update(`${type}\n`).update(bytes).digest('hex');

const furtherTypes = (body: BodySpec, method: string): readonly string[] => {
  if (body.kind === 'bulk') return [LINES_TYPE];
  if (body.kind === 'stream') return [FORM_TYPE];
  if (method === 'PATCH') return [MERGE_TYPE];
  return body.kind === 'plain' && body.form ? [FORM_TYPE] : [];
};

/** The fields of a form; objects are JSON texts, and others may have the encoding in the query (`CsvQuery`). */
const readForm = async (
  bytes: Buffer,
  { headers, query }: Request,
  { form = {}, fields }: BodySpec & { readonly kind: 'plain' },
): Promise<object> => {
  const objects = new Set(fields.flatMap(({ name, kind }) => (kind.type === 'input' ? [name] : [])));
  const encodingOf = (part: string): CsvEncoding =>
    query['encoding'] === 'windows-1252' && !objects.has(form[part] ?? part) ? 'windows-1252' : 'utf-8';
  const parts = await formFields(bytes, headers['content-type'] ?? '', encodingOf);
  return Object.fromEntries(
    [...parts].map(([part, text]) => {
      const name = Object.hasOwn(form, part) ? (form[part] ?? part) : part;
      return [name, objects.has(name) ? decodeJson(Buffer.from(text)) : text];
    }),
  );
};

/** Price questions are sent again and again. */
const decoderOf = (body: BodySpec | undefined): ((bytes: Buffer) => unknown) => {
  if (body?.kind !== 'plain' || body.limit !== 'question') return decodeSent;
  const repeated = new BodyCache();
  return (bytes) => repeated.decode(bytes);
};

/** Reads and parses the body; returns its digest. */
const takeBody = async (
  request: Request,
  requestContext: HttpRequestContext,
  { body, decode, rules: { limit, setting, kind }, rowMaxBytes, listed }: Plan,
): Promise<string> => {
  if (listed) {
    const type = checkContentType(request.headers['content-type']);
    const bytes = await readBytes(request, limit, kind, setting);
    requestContext.body = await readList(bytes, rowMaxBytes);
    return bodyDigest(request, type, bytes);
  }
  // GET and DELETE routes have no body (wire.md, "Upload speed"); a body is ignored.
  if (request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD') return NO_BODY;
  if (!body) {
    if (!hasBody(request)) return NO_BODY;
    const bytes = await readBytes(request, limit, kind, setting);
    if (bytes.length === 0) return NO_BODY;
    checkContentType(request.headers['content-type']);
    // An empty body and `{}` are equivalent.
    refuseFields(decodeJson(bytes));
    return NO_BODY;
  }
  const header = request.headers['content-type'];
  const type = checkContentType(header, [JSON_TYPE, ...furtherTypes(body, request.method)]);
  const bytes = await readBytes(request, limit, kind, setting);
  if (type === FORM_TYPE && body.kind === 'plain') {
    requestContext.body = await readForm(bytes, request, body);
    // Hash the parsed form, because each multipart body has another boundary.
    return bodyDigest(request, type, Buffer.from(JSON.stringify(requestContext.body)));
  }
  requestContext.body = body.kind === 'bulk' ? await readBulk(bytes, type, rowMaxBytes) : decode(bytes);
  return bodyDigest(request, type, bytes);
};
