import type { IncomingMessage, ServerResponse } from 'node:http';
import { beginSpan } from '../../../libs/kernel/index.js';
import { traceRequest } from '../../../libs/web/index.js';
import { servedBy } from './request-metrics.js';

/** Creates a span for each request below the caller's span. Only installed if traces are enabled. */
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
    span.end(headersSent && statusCode < 500 ? undefined : new Error(headersSent ? String(statusCode) : 'no answer'));
  });
  span.within(next);
};
