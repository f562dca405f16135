import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { requestContextIfAny, REQUEST_SECONDS, REQUESTS, type ServedCall } from '../../../libs/web/index.js';

/** What no route was found for: other paths, verbs and bodies than there are. Scanners make up as many as they like. */
const UNSERVED: ServedCall = { operation: 'none', interfaceName: 'none' };

export const servedBy = (request: IncomingMessage): ServedCall =>
  requestContextIfAny(request as Request)?.served ?? UNSERVED;

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
