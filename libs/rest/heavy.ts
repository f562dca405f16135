import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  Optional,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { takeHeavySlot } from '../calls/index.js';
import { requestContextOf, HeavyCalls } from '../web/index.js';

/** Whether a call with this parsed but unvalidated body is heavy. */
type HeavyWhen = (body: unknown) => boolean;

export const HEAVY = 'webapi:heavy';

/** Limits the number of concurrent heavy calls (wire.md §8). */
@Injectable()
export class HeavyCallInterceptor implements NestInterceptor {
  /** Undefined in an application without HTTP, which has no such calls. */
  constructor(@Optional() @Inject(HeavyCalls) private readonly calls: HeavyCalls | undefined) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const requestContext = requestContextOf(request);
    const isHeavy = Reflect.getMetadata(HEAVY, context.getHandler()) as HeavyWhen;
    if (!isHeavy(requestContext.body)) return next.handle();
    if (!this.calls) throw new Error('a heavy call that did not come through the wire');
    const part = takeHeavySlot(this.calls, requestContext, response);
    return next.handle().pipe(finalize(part));
  }
}

/** Marks a handler's calls as heavy: all of them, or those with certain bodies. */
export const Heavy = (when: HeavyWhen = () => true): MethodDecorator =>
  applyDecorators(SetMetadata(HEAVY, when), UseInterceptors(HeavyCallInterceptor));
