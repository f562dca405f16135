import { randomBytes } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { discard, hasBody } from './http/body-reader.js';
import { Refusal, type RefusalForm, RightMissing, type SecurityEvents, TooManyRequests } from '../kernel/index.js';
import { answerTo, type ErrorAnswer } from './status-table.js';
import { loggedPath } from './logged-path.js';
import { BodyTimeout, CallerGone } from './wire-errors.js';
import { isBelow } from './http/below.js';
import { sendJson } from './http/send-json.js';
import { exchangeIfAny } from './exchange.js';
import type { WireSettings } from './settings.js';

const log = new Logger('webapi');

/** The error's stack with those of its causes: for the log alone. */
const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${stackOf(error.cause)}`;
};

/** Logs a bug; what may be told of it is the number under which the log has the rest (wire.md §5). */
export const reported = (error: unknown, where: string): string => {
  const reportId = `webapi-${randomBytes(7).toString('hex').slice(0, 13)}`;
  log.error(`${reportId} ${where}`, stackOf(error));
  return `Internal Error. Details are available in the log. Report ID: ${reportId}`;
};

/** Of a request that nothing is known of yet, nothing is told. */
const pathOf = (request: Request): string => {
  const exchange = exchangeIfAny(request);
  return exchange ? loggedPath(request.path, exchange.settings.secretPaths) : '…';
};

/** How logs tell of a request. */
export const whereOf = (request: Request): string => `${request.method} ${pathOf(request)}`;

/** What couldn't be done now is for whoever looks after the server to see. */
export const noteUnavailable = (error: unknown, request: Request): void =>
  log.warn(`${whereOf(request)}: ${stackOf(error)}`);

const internal = (error: unknown, request: Request): ErrorAnswer => ({
  status: 500,
  body: { message: reported(error, whereOf(request)) },
  headers: {},
});

/** What still comes after the last answer of a connection is read for so long: else the caller's system drops the answer. */
const LINGER_MS = 1000;

/** How refusals of a path are told, where not as the platform does. */
export const refusalForm = (path: string, { refusalForms }: WireSettings): RefusalForm | undefined =>
  refusalForms.find((form) => isBelow(path, form.path));

/** What is told of a refusal; undefined for nothing. */
const told = (request: Request, error: unknown, { status, body }: ErrorAnswer): object | undefined => {
  const settings = exchangeIfAny(request)?.settings;
  const form = settings && refusalForm(request.path, settings);
  return form ? form.body(status, error instanceof Refusal ? error.message : body.message) : body;
};

/** An answer with which the connection ends. All of it goes out at once, its end is told later. */
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

/** Answers any error, once; if an answer is already on its way, the connection is cut instead. */
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
  // A body that nobody has read is on its way yet.
  if (hasBody(request) && !request.readableEnded) discard(request);
  const body = told(request, error, answer);
  if (error instanceof BodyTimeout) sendLast(request, response, body);
  else if (body === undefined) response.end();
  else sendJson(response, body);
};

/** Refusals that whoever looks after the server should hear of (operations.md, "Logs"). */
export const noteRefusal = (error: unknown, events: SecurityEvents): void => {
  if (error instanceof RightMissing) events.note('right_missing', { right: error.resources });
  else if (error instanceof TooManyRequests) events.note('too_many_requests');
};

@Catch()
export class WireErrors implements ExceptionFilter {
  constructor(private readonly events: SecurityEvents) {}

  catch(error: unknown, host: ArgumentsHost): void {
    // Of a resolver: its own library answers.
    if (host.getType() !== 'http') throw error;
    noteRefusal(error, this.events);
    const http = host.switchToHttp();
    answerError(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
