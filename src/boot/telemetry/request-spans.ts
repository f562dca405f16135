import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { beginSpan } from '../../../libs/kernel/index.js';
import {
  traceRequest,
  requestContextIfAny,
  REQUEST_SECONDS,
  REQUESTS,
  type ServedCall,
} from '../../../libs/web/index.js';

/**
 * Labels of requests without a route. Constant, because scanners can invent any number of paths, methods and bodies.
 */
const UNSERVED: ServedCall = { operation: 'none', interfaceName: 'none' };

const servedBy = (request: IncomingMessage): ServedCall => requestContextIfAny(request as Request)?.served ?? UNSERVED;

/** Counts each finished request (metrics.md, "Requests"). Only installed if metrics are enabled. */
export const requestMetrics = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
  const began = performance.now();
  response.once('close', () => {
    const { operation, interfaceName } = servedBy(request);
    REQUESTS.add(1, operation, interfaceName, response.headersSent ? String(response.statusCode) : 'none');
    REQUEST_SECONDS.observe((performance.now() - began) / 1000, operation, interfaceName);
  });
  next();
};

/** Creates a span for each request, below the caller's span. Only installed if tracing is enabled. */
export const requestSpans = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
  const method = request.method ?? '';
  const span = beginSpan(method, { kind: 'server', attributes: { 'http.request.method': method } }, request.headers);
  if (!span) {
    next();
    return;
  }
  traceRequest(request, span.context);
  response.once('close', () => {
    const { operation, interfaceName } = servedBy(request);
    const { statusCode, headersSent } = response;
    span.tell({
      name: operation,
      attributes: {
        'kontor.operation': operation,
        'kontor.interface': interfaceName,
        ...(headersSent ? { 'http.response.status_code': statusCode } : {}),
      },
    });
    span.end(headersSent && statusCode < 500 ? undefined : new Error(headersSent ? String(statusCode) : 'no response'));
  });
  span.within(next);
};
