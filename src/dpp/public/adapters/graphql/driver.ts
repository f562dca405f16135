import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { currentDeadline, Refusal } from '../../../../../libs/kernel/index.js';
import { answerError, answerTo, requestContextIfAny, jsonBody, NoSuchRoute } from '../../../../../libs/web/index.js';
import { GRAPHQL_LIMITS } from './limits.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Refuses a body before GraphQL runs, in GraphQL's response format. */
const refuseBody = (response: Response, refusal: Refusal): void => {
  const { status = 400, headers = {} } = answerTo(refusal) ?? {};
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', JSON_TYPE);
  response.end(JSON.stringify({ errors: [{ message: refusal.message, extensions: { category: 'graphql' } }] }));
};

/**
 * Reads request bodies by the rules of the API and within the GraphQL limit, because no other body parser runs here
 * (wire.md §2). Only the exact path belongs to GraphQL.
 */
const readBody = (request: Request, response: Response, next: NextFunction): void => {
  const requestContext = requestContextIfAny(request);
  if (requestContext) requestContext.served = { operation: 'graphql', interfaceName: 'graphql' };
  if (request.path !== '/') {
    answerError(new NoSuchRoute(), request, response);
    return;
  }
  if (request.method !== 'POST') {
    request.body = {};
    next();
    return;
  }
  const deadline = currentDeadline();
  deadline?.pause();
  const reading = jsonBody(request, GRAPHQL_LIMITS.bodyBytes).finally(() => deadline?.resume());
  reading.then(
    (body) => {
      request.body = body;
      next();
    },
    (error: unknown) =>
      error instanceof Refusal ? refuseBody(response, error) : answerError(error, request, response),
  );
};

/** Nest's driver, which runs after the body reader. */
@Injectable()
export class WireApolloDriver extends ApolloDriver {
  override async registerExpress(options: ApolloDriverConfig, parts?: { preStartHook?: () => void }): Promise<void> {
    this.httpAdapterHost.httpAdapter.use(options.path, readBody);
    await super.registerExpress(options, parts);
  }
}
