import { randomBytes } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { discard, hasBody } from './http/body-reader.js';
import { Refusal, type RefusalForm, RightMissing, type SecurityEvents, TooManyRequests } from '../kernel/index.js';
import { answerTo, type ErrorAnswer } from './status-table.js';
import { loggedPath } from './security-log.js';
import { BodyTimeout, CallerGone } from './wire-errors.js';
import { isBelow } from './http/query-string.js';
import { sendJson } from './http/raw-answer.js';
import { requestContextIfAny } from './http-request-context.js';
import type { WireSettings } from './settings.js';

const log = new Logger('webapi');

/** Stack of the error and its causes, only for the log. */
const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${stackOf(error.cause)}`;
};

/**
 * Logs an internal error and returns the ID of the log entry. The response contains nothing but that ID (wire.md §5).
 */
export const reported = (error: unknown, where: string): string => {
  const reportId = `webapi-${randomBytes(7).toString('hex').slice(0, 13)}`;
  log.error(`${reportId} ${where}`, stackOf(error));
  return `Internal Error. Details are available in the log. Report ID: ${reportId}`;
};

/** Requests may fail before their context exists. */
const pathOf = (request: Request): string => {
  const requestContext = requestContextIfAny(request);
  return requestContext ? loggedPath(request.path, requestContext.settings.secretPaths) : '…';
};

/** The name of a request in logs. */
export const whereOf = (request: Request): string => `${request.method} ${pathOf(request)}`;

/** Logs temporary failures for the operator. */
export const noteUnavailable = (error: unknown, request: Request): void =>
  log.warn(`${whereOf(request)}: ${stackOf(error)}`);

const internal = (error: unknown, request: Request): ErrorAnswer => ({
  status: 500,
  body: { message: reported(error, whereOf(request)) },
  headers: {},
});

/**
 * After the last response of a connection, incoming data is read for this many milliseconds. Otherwise the client's
 * system would discard the response.
 */
const LINGER_MS = 1000;

/** The error format of a path, if it differs from the platform's. */
export const refusalForm = (path: string, { refusalForms }: WireSettings): RefusalForm | undefined =>
  refusalForms.find((form) => isBelow(path, form.path));

/** The body of an error; undefined for none. */
const bodyOf = (request: Request, error: unknown, { status, body }: ErrorAnswer): object | undefined => {
  const settings = requestContextIfAny(request)?.settings;
  const form = settings && refusalForm(request.path, settings);
  return form ? form.body(status, error instanceof Refusal ? error.message : body.message) : body;
};

/** Sends a response after which the connection closes. The response is written at once, but its end is delayed. */
const sendLast = (request: Request, response: Response, body: object | undefined): void => {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.write(text);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  if (request.destroyed) end();
  else request.once('close', end);
};

/** Sends the response for any error. If a response has already started, closes the connection instead. */
export const answerError = (error: unknown, request: Request, response: Response): void => {
  if (error instanceof CallerGone) {
    response.destroy();
    return;
  }
  const answer = answerTo(error) ?? internal(error, request);
  const { status, headers } = answer;
  if (status === 503) noteUnavailable(error, request);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The rest of an unread body is still arriving.
  if (hasBody(request) && !request.readableEnded) discard(request);
  const body = bodyOf(request, error, answer);
  if (error instanceof BodyTimeout) sendLast(request, response, body);
  else if (body === undefined) response.end();
  else sendJson(response, body);
};

/** Refusals that are logged for the operator (operations.md, "Logs"). */
export const noteRefusal = (error: unknown, events: SecurityEvents): void => {
  if (error instanceof RightMissing) events.note('right_missing', { right: error.resources });
  else if (error instanceof TooManyRequests) events.note('too_many_requests');
};

@Catch()
export class WireErrors implements ExceptionFilter {
  constructor(private readonly events: SecurityEvents) {}

  catch(error: unknown, host: ArgumentsHost): void {
    // A GraphQL resolver: its library formats the error.
    if (host.getType() !== 'http') throw error;
    noteRefusal(error, this.events);
    const http = host.switchToHttp();
    answerError(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
