import { createHash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  decodeJson,
  decodeSent,
  hasBody,
  judgeContentType,
  readBytes,
  callerOf,
  type Callers,
  type HttpRequestContext,
  exchangeIfAny,
  exchangeOf,
  forbidStoring,
  NEED,
  UNSTORED,
  type RequestRates,
  type KeyUse,
  type WireSettings,
} from '../web/index.js';
import { BODY } from './body.js';
import { type BodySpec, JSON_TYPE, LINES_TYPE, type Caller, type Need } from '../operations/index.js';
import { readBulk } from './bulk-body.js';
import { KEY_HEADER, keyUseOf, nameCall } from './idempotency.js';
import { LISTED, readList } from './listed.js';
import type { RouteTable } from './route-table.js';
import { readAsSigned } from './signed-request.js';
import { admit, type BodyRules, bodyRules, listRules, refuseFields, resourcesOf, secretNames } from '../calls/index.js';

/** What the guard has to do for a handler, found out once. */
interface Plan {
  readonly need: Need;
  /** The right's name in refusals. */
  readonly resources: string;
  readonly body: BodySpec | undefined;
  readonly takesBody: boolean;
  /** It is a list of such bodies. */
  readonly listed: boolean;
  readonly unstored: boolean;
  readonly rules: BodyRules;
  /** A record of a bulk call takes no more than one that is sent alone. */
  readonly rowMaxBytes: number;
  /** What a key does here. */
  readonly keyUse: KeyUse;
  readonly secrets: ReadonlySet<string>;
}

type HttpContext = ReturnType<ExecutionContext['switchToHttp']>;

interface GuardParts {
  readonly callers: Callers;
  readonly settings: WireSettings;
  readonly routes: RouteTable;
  readonly rates: RequestRates;
}

/**
 * The only guard: authenticates, authorizes, and only then reads the body (wire.md §1, "Who asks"). So a caller
 * without the right learns nothing about body or record, and bodies of anonymous callers are not parsed.
 */
export class WireGuard implements CanActivate {
  private readonly plans = new WeakMap<object, Plan>();

  private readonly settings: WireSettings;

  constructor(private readonly parts: GuardParts) {
    this.settings = parts.settings;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const plan = this.planOf(context.getHandler());
    // A GraphQL resolver has neither a token nor a body: it can only be public.
    if (context.getType<string>() !== 'http') {
      nameResolver(context);
      return plan.need.kind === 'anonymous';
    }
    const request = context.switchToHttp().getRequest<Request>();
    const exchange = exchangeOf(request);
    if (plan.unstored) forbidStoring(context.switchToHttp().getResponse<Response>());
    if (plan.need.kind !== 'anonymous') await this.admit(context.switchToHttp(), exchange, plan);
    let digest = '';
    exchange.deadline.pause();
    if (!plan.takesBody) whenThere(request, () => exchange.deadline.resume());
    else {
      try {
        digest = await takeBody(request, exchange, plan);
      } finally {
        exchange.deadline.resume();
      }
    }
    if (request.headers[KEY_HEADER] !== undefined) {
      const { keyUse: use, body, secrets } = plan;
      nameCall({ request, exchange, use, body, secrets, digest });
    }
    return true;
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
        takesBody: body?.kind !== 'stream',
        listed,
        unstored: Reflect.getMetadata(UNSTORED, handler) === true,
        rules: listed ? listRules(this.settings) : bodyRules(body, this.settings),
        rowMaxBytes: listed ? bodyRules(body, this.settings).limit : this.settings.bodyMaxBytes,
        keyUse: keyUseOf(handler),
        secrets: secretNames(body),
      };
      this.plans.set(handler, plan);
    }
    return plan;
  }

  private async admit(http: HttpContext, exchange: HttpRequestContext, { need, resources }: Plan): Promise<void> {
    const { callers, routes, rates } = this.parts;
    const request = http.getRequest<Request>();
    const { authorization } = request.headers;
    const find = async (): Promise<Caller | undefined> => {
      // Who asks for what they may not is known by name, to the log too.
      exchange.caller = await callerOf(request, callers, (sent, signed) =>
        readAsSigned(request, { sent, signed, routes, route: exchange.route }),
      );
      rates.ofCaller(exchange.caller, http.getResponse<Response>());
      return exchange.caller;
    };
    await admit(need, resources, { authorization, find });
  }
}

/** A question of GraphQL is called after the field that it asks for first. */
const nameResolver = (context: ExecutionContext): void => {
  const { req } = context.getArgByIndex<{ readonly req?: Request } | undefined>(2) ?? {};
  const exchange = req && exchangeIfAny(req);
  if (exchange && !exchange.served?.operation.startsWith('graphql.'))
    exchange.served = { operation: `graphql.${context.getHandler().name}`, face: 'graphql' };
};

/** The handler reads the body by itself: by its end all of it is there, or nothing more will come. */
const whenThere = (request: Request, then: () => void): void => {
  if (request.readableEnded || request.destroyed) then();
  else request.once('end', then).once('close', then);
};

const NO_BODY = '';

/** Two bodies that mean something else have different ones; worked out only where a key asks for it. */
const bodyDigest = (request: Request, type: string, bytes: Buffer): string =>
  request.headers[KEY_HEADER] === undefined
    ? NO_BODY
    : createHash('sha256').update(`${type}\n`).update(bytes).digest('hex');

/** Reads and decodes the body; answers its digest. */
const takeBody = async (
  request: Request,
  exchange: HttpRequestContext,
  { body, rules: { limit, setting, kind }, rowMaxBytes, listed }: Plan,
): Promise<string> => {
  if (listed) {
    const type = judgeContentType(request.headers['content-type']);
    const bytes = await readBytes(request, limit, kind, setting);
    exchange.body = await readList(bytes, rowMaxBytes);
    return bodyDigest(request, type, bytes);
  }
  // GET and DELETE routes carry no body (wire.md, "How a body must come"): what is sent nevertheless isn't read.
  if (request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD') return NO_BODY;
  if (!body) {
    if (!hasBody(request)) return NO_BODY;
    const bytes = await readBytes(request, limit, kind, setting);
    if (bytes.length === 0) return NO_BODY;
    judgeContentType(request.headers['content-type']);
    // Empty or `{}`: they say the same.
    refuseFields(decodeJson(bytes));
    return NO_BODY;
  }
  const known = body.kind === 'bulk' ? [JSON_TYPE, LINES_TYPE] : [JSON_TYPE];
  const type = judgeContentType(request.headers['content-type'], known);
  const bytes = await readBytes(request, limit, kind, setting);
  exchange.body = body.kind === 'bulk' ? await readBulk(bytes, type, rowMaxBytes) : decodeSent(bytes);
  return bodyDigest(request, type, bytes);
};
