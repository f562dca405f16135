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
import { exchangeOf, HeavyCalls } from '../web/index.js';

/** Whether a call with this decoded, yet unread body is heavy. */
type HeavyWhen = (body: unknown) => boolean;

export const HEAVY = 'webapi:heavy';

/**
 * Heavy calls take turns (wire.md §8). One holds its turn until its work is done and its answer is taken: work goes on
 * for a caller who has gone away, and an answer lies in memory as long as somebody reads it slowly.
 */
@Injectable()
export class HeavyTurns implements NestInterceptor {
  /** Where an application is put together without a wire there are no calls to count. */
  constructor(@Optional() @Inject(HeavyCalls) private readonly calls: HeavyCalls | undefined) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { body, caller } = exchangeOf(request);
    const isHeavy = Reflect.getMetadata(HEAVY, context.getHandler()) as HeavyWhen;
    if (!isHeavy(body)) return next.handle();
    if (!this.calls) throw new Error('a heavy call that did not come through the wire');
    if (!caller) throw new Error('a heavy call is counted for its caller, so its route needs a right');
    const end = this.calls.begin(`${caller.kind} ${caller.id}`);
    let toCome = 2;
    const part = (): void => {
      toCome -= 1;
      if (toCome === 0) end();
    };
    if (response.destroyed) part();
    else response.once('close', part);
    return next.handle().pipe(finalize(part));
  }
}

/** Declares that a handler's calls are heavy, all or those with such a body. */
export const Heavy = (when: HeavyWhen = () => true): MethodDecorator =>
  applyDecorators(SetMetadata(HEAVY, when), UseInterceptors(HeavyTurns));
