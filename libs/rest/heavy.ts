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

/** Whether a call with this decoded, yet unread body is heavy. */
type HeavyWhen = (body: unknown) => boolean;

export const HEAVY = 'webapi:heavy';

/** Heavy calls take turns (wire.md §8). */
@Injectable()
export class HeavyCallInterceptor implements NestInterceptor {
  /** Where an application is put together without a wire there are no calls to count. */
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

/** Declares that a handler's calls are heavy, all or those with such a body. */
export const Heavy = (when: HeavyWhen = () => true): MethodDecorator =>
  applyDecorators(SetMetadata(HEAVY, when), UseInterceptors(HeavyCallInterceptor));
