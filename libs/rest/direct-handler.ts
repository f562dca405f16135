import type { Request, Response } from 'express';
import { type ServedOperation, type ServedOperations, takeHeavySlot } from '../calls/index.js';
import type { Operation } from '../operations/index.js';
import type { HeavyCalls } from '../web/index.js';
import type { WireGuard } from './guard.js';
import { answerOf, QUESTION, restCallOf } from './operation-controllers.js';
import type { Refuse } from './request-pipeline.js';
import type { Handler } from './route-table.js';

/** The steps of Nest's handler for an operation, in the order of their calls. */
export interface HandlerParts {
  readonly guard: WireGuard;
  readonly operations: ServedOperations;
  readonly heavyCalls: HeavyCalls;
  readonly refuse: Refuse;
  reply(response: Response, body: unknown): void;
}

/**
 * A handler for price requests that does the same as Nest's, without execution contexts, pipes and observables. These
 * take longer than a cached price. Undefined for all other routes.
 */
export const directHandler = (
  nests: Handler,
  { guard, operations, heavyCalls, refuse, reply }: HandlerParts,
): Handler | undefined => {
  const operation = Reflect.getMetadata(QUESTION, nests) as Operation | undefined;
  if (!operation) return undefined;
  let served: ServedOperation | undefined;
  const answer = async (request: Request, response: Response): Promise<unknown> => {
    await guard.admit(nests, request, response);
    const call = restCallOf(request);
    const end = operation.heavy?.(call.sent.body)
      ? takeHeavySlot(heavyCalls, call.requestContext, response)
      : undefined;
    try {
      return await answerOf((served ??= operations.named(operation)), call);
    } finally {
      end?.();
    }
  };
  return async (request, response) => {
    try {
      reply(response, await answer(request, response));
    } catch (error) {
      refuse(error, request, response);
    }
  };
};
