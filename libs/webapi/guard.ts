import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotSignedIn, RightMissing } from '../kernel/index.js';
import { BODY, type BodySpec } from './body-specs.js';
import { decodeJson, hasBody, judgeContentType, readBytes } from './body-reader.js';
import { JSON_TYPE, LINES_TYPE, readBulk } from './bulk-body.js';
import type { Caller, Callers } from './callers.js';
import { type Exchange, exchangeOf } from './exchange.js';
import { NEED, type Need } from './needs.js';
import { aclId, type WireSettings } from './settings.js';
import { refuseFields } from './wrapper.js';

/** What the guard has to do for a handler, found out once. */
interface Plan {
  readonly need: Need;
  /** The right's name in refusals. */
  readonly resources: string;
  readonly body: BodySpec | undefined;
  readonly takesBody: boolean;
  readonly limit: number;
}

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The one guard: who asks, whether they may, and only then the body (wire.md §1, "Order of checks"). So a caller
 * without the right learns nothing about body or record, and nobody's bytes are parsed.
 */
export class WireGuard implements CanActivate {
  private readonly plans = new WeakMap<object, Plan>();

  constructor(
    private readonly callers: Callers,
    private readonly settings: WireSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const plan = this.planOf(context.getHandler());
    // A resolver has neither a bearer nor a body of its own: it can only be open to anybody.
    if (context.getType<string>() !== 'http') return plan.need.kind === 'anonymous';
    const request = context.switchToHttp().getRequest<Request>();
    const exchange = exchangeOf(request);
    if (plan.need.kind !== 'anonymous') exchange.caller = await this.admit(request, plan.need, plan.resources);
    if (plan.takesBody) await takeBody(request, exchange, plan);
    return true;
  }

  private planOf(handler: object): Plan {
    let plan = this.plans.get(handler);
    if (!plan) {
      const need = Reflect.getMetadata(NEED, handler) as Need | undefined;
      if (!need) throw new Error('a handler without a declared right');
      const body = Reflect.getMetadata(BODY, handler) as BodySpec | undefined;
      plan = {
        need,
        resources: need.kind === 'right' ? aclId(this.settings, need.right) : 'self',
        body,
        takesBody: body?.kind !== 'stream',
        limit: limitOf(body, this.settings),
      };
      this.plans.set(handler, plan);
    }
    return plan;
  }

  /** Nobody, or a token that doesn't hold: 401. Somebody else: 403. */
  private async admit(request: Request, need: Need, resources: string): Promise<Caller | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      if (need.kind === 'storefront') return undefined;
      throw new NotSignedIn(resources);
    }
    const token = BEARER.exec(authorization)?.[1];
    const caller = token === undefined ? undefined : await this.callers.byToken(token);
    if (!caller) throw new NotSignedIn(resources);
    if (!mayCall(caller, need)) throw new RightMissing(resources);
    return caller;
  }
}

const mayCall = (caller: Caller, need: Need): boolean => {
  if (need.kind === 'right') return caller.kind !== 'customer' && caller.holds(need.right);
  return caller.kind === (need.kind === 'admin' ? 'admin' : 'customer');
};

const limitOf = (body: BodySpec | undefined, settings: WireSettings): number => {
  if (body === undefined || body.kind === 'stream' || body.limit === 'default') return settings.bodyMaxBytes;
  return body.limit === 'bulk' ? settings.bulkMaxBytes : body.limit(settings);
};

const takeBody = async (request: Request, exchange: Exchange, { body, limit }: Plan): Promise<void> => {
  // GET and DELETE routes carry no body (interface.md): what is sent nevertheless isn't read.
  if (request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD') return;
  if (!body) {
    if (!hasBody(request)) return;
    const bytes = await readBytes(request, limit);
    if (bytes.length === 0) return;
    judgeContentType(request.headers['content-type']);
    refuseFields(decodeJson(bytes));
    return;
  }
  if (body.kind === 'bulk') {
    const type = judgeContentType(request.headers['content-type'], [JSON_TYPE, LINES_TYPE]);
    const isKeyed = request.headers['idempotency-key'] !== undefined;
    exchange.body = readBulk(await readBytes(request, limit), type, isKeyed);
    return;
  }
  judgeContentType(request.headers['content-type']);
  exchange.body = decodeJson(await readBytes(request, limit));
};
