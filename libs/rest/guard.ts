import { createHash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotSignedIn, RightMissing } from '../kernel/index.js';
import {
  type BodyKind,
  decodeJson,
  decodeSent,
  hasBody,
  judgeContentType,
  readBytes,
  type Callers,
  type Exchange,
  exchangeOf,
  forbidStoring,
  NEED,
  UNSTORED,
  type KeyUse,
  aclId,
  type WireSettings,
  bearerOf,
} from '../web/index.js';
import { BODY } from './body.js';
import { type BodySpec, JSON_TYPE, LINES_TYPE, type Caller, type Need } from '../operations/index.js';
import { readBulk } from './bulk-body.js';
import { KEY_HEADER, keyUseOf, nameCall, secretNames } from './idempotency.js';
import { refuseFields } from './wrapper.js';

/** What the guard has to do for a handler, found out once. */
interface Plan {
  readonly need: Need;
  /** The right's name in refusals. */
  readonly resources: string;
  readonly body: BodySpec | undefined;
  readonly takesBody: boolean;
  readonly unstored: boolean;
  readonly limit: number;
  /** The setting that says the limit; undefined where it is the route's own. */
  readonly limitSetting: string | undefined;
  /** A record of a bulk call takes no more than one that is sent alone. */
  readonly rowMaxBytes: number;
  readonly kind: BodyKind;
  /** What a key does here. */
  readonly keyUse: KeyUse;
  readonly secrets: ReadonlySet<string>;
}

/**
 * The one guard: who asks, whether they may, and only then the body (wire.md §1, "Who asks"). So a caller
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
    if (plan.unstored) forbidStoring(context.switchToHttp().getResponse<Response>());
    if (plan.need.kind !== 'anonymous') await this.admit(request, exchange, plan);
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
      plan = {
        need,
        resources: need.kind === 'right' ? aclId(this.settings, need.right) : 'self',
        body,
        takesBody: body?.kind !== 'stream',
        unstored: Reflect.getMetadata(UNSTORED, handler) === true,
        limit: limitOf(body, this.settings),
        limitSetting: settingOf(body, this.settings),
        rowMaxBytes: this.settings.bodyMaxBytes,
        kind: kindOf(body),
        keyUse: keyUseOf(handler),
        secrets: secretNames(body),
      };
      this.plans.set(handler, plan);
    }
    return plan;
  }

  /** Nobody, or a token that doesn't hold: 401. Somebody else: 403, told as theirs. */
  private async admit(request: Request, exchange: Exchange, { need, resources }: Plan): Promise<void> {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      if (need.kind === 'storefront') return;
      throw new NotSignedIn(resources);
    }
    const token = bearerOf(authorization);
    exchange.caller = token === undefined ? undefined : await this.callers.byToken(token);
    if (!exchange.caller) throw new NotSignedIn(resources);
    if (!mayCall(exchange.caller, need)) throw new RightMissing(resources);
  }
}

/** The handler reads the body by itself: by its end all of it is there, or nothing more will come. */
const whenThere = (request: Request, then: () => void): void => {
  if (request.readableEnded || request.destroyed) then();
  else request.once('end', then).once('close', then);
};

const mayCall = (caller: Caller, need: Need): boolean => {
  if (need.kind === 'right') return caller.kind !== 'customer' && caller.holds(need.right);
  return caller.kind === (need.kind === 'admin' ? 'admin' : 'customer');
};

const isBulk = (body: BodySpec | undefined): boolean =>
  body !== undefined && body.kind !== 'stream' && body.limit === 'bulk';

const limitOf = (body: BodySpec | undefined, settings: WireSettings): number => {
  const { bodyMaxBytes, bulkMaxBytes, questionMaxBytes, tokenMaxBytes } = settings;
  const limits = {
    default: bodyMaxBytes,
    bulk: bulkMaxBytes,
    question: Math.min(questionMaxBytes, bodyMaxBytes),
    'sign-in': Math.min(tokenMaxBytes, bodyMaxBytes),
  } as const;
  return limits[body === undefined || body.kind === 'stream' ? 'default' : body.limit];
};

const settingOf = (body: BodySpec | undefined, settings: WireSettings): string | undefined => {
  if (isBulk(body)) return 'BULK_MAX_MB';
  return limitOf(body, settings) === settings.bodyMaxBytes ? 'BODY_MAX_KB' : undefined;
};

/** Bulk bodies may take as long as they keep their pace. */
const kindOf = (body: BodySpec | undefined): BodyKind => (isBulk(body) ? 'bulk' : 'usual');

const NO_BODY = '';

/** Two bodies that mean something else have different ones; worked out only where a key asks for it. */
const bodyDigest = (request: Request, type: string, bytes: Buffer): string =>
  request.headers[KEY_HEADER] === undefined
    ? NO_BODY
    : createHash('sha256').update(`${type}\n`).update(bytes).digest('hex');

/** Reads and decodes the body; answers its digest. */
const takeBody = async (
  request: Request,
  exchange: Exchange,
  { body, limit, limitSetting, kind, rowMaxBytes }: Plan,
): Promise<string> => {
  // GET and DELETE routes carry no body (wire.md, "How a body must come"): what is sent nevertheless isn't read.
  if (request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD') return NO_BODY;
  if (!body) {
    if (!hasBody(request)) return NO_BODY;
    const bytes = await readBytes(request, limit, kind, limitSetting);
    if (bytes.length === 0) return NO_BODY;
    judgeContentType(request.headers['content-type']);
    // Empty or `{}`: they say the same.
    refuseFields(decodeJson(bytes));
    return NO_BODY;
  }
  const known = body.kind === 'bulk' ? [JSON_TYPE, LINES_TYPE] : [JSON_TYPE];
  const type = judgeContentType(request.headers['content-type'], known);
  const bytes = await readBytes(request, limit, kind, limitSetting);
  exchange.body = body.kind === 'bulk' ? await readBulk(bytes, type, rowMaxBytes) : decodeSent(bytes);
  return bodyDigest(request, type, bytes);
};
