import { Delete, HttpCode, HttpStatus, Inject, Post, Put, Req, SetMetadata, type Type } from '@nestjs/common';
import type { Request } from 'express';
import type { Sent } from '../calls/index.js';
import { bodyOf, type Operation } from '../operations/index.js';
import { declareBody, RestController, TakesList, Within } from '../rest/index.js';
import { requestContextOf, NEED } from '../web/index.js';
import { AcceptCalls, type Accepted } from './accept-calls.js';
import { asyncBulkPath, asyncPath, runsLater } from './call-form.js';

const VERBS = { POST: Post, PUT: Put, DELETE: Delete } as const;

type Method = (this: { readonly accept: AcceptCalls }, request: Request) => Promise<Accepted>;

const acceptance = (operation: Operation, listed: boolean): Method =>
  function (request) {
    const requestContext = requestContextOf(request);
    // The routes have no wildcards, so each path parameter is one string.
    const params = request.params as Sent['params'];
    return this.accept.accept({ operation, listed, params, query: request.query, requestContext });
  };

const decorate = (prototype: object, name: string, operation: Operation, listed: boolean): void => {
  const { right, rest, input } = operation;
  if (rest.verb === 'GET' || rest.verb === 'PATCH') throw new Error(`${name} does not run later`);
  const property = { value: acceptance(operation, listed), writable: true, configurable: true };
  Object.defineProperty(property.value, 'name', { value: name });
  Object.defineProperty(prototype, name, property);
  const decorators: readonly MethodDecorator[] = [
    VERBS[rest.verb]((listed ? asyncBulkPath : asyncPath)(operation)),
    HttpCode(HttpStatus.ACCEPTED),
    SetMetadata(NEED, right),
    ...(listed ? [TakesList(), Within('bulk')] : []),
  ];
  for (const apply of decorators) apply(prototype, name, property);
  const body = bodyOf(input);
  if (body) declareBody(prototype, name, body);
  Req()(prototype, name, 0);
};

/** Creates a controller with the asynchronous routes of these operations, for single calls and lists. */
export const asyncController = (operations: readonly Operation[]): Type => {
  class AcceptingController {
    constructor(readonly accept: AcceptCalls) {}
  }
  Inject(AcceptCalls)(AcceptingController, undefined, 0);
  for (const operation of operations.filter(runsLater)) {
    const name = `${operation.service}_${operation.name}`;
    decorate(AcceptingController.prototype, name, operation, false);
    if (!operation.startsJob) decorate(AcceptingController.prototype, `${name}_bulk`, operation, true);
  }
  RestController('', '')(AcceptingController);
  return AcceptingController;
};
