import { randomBytes } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answerTo, type ErrorAnswer } from './status-table.js';
import { loggedPath } from './logged-path.js';
import { CallerGone } from './wire-errors.js';
import { sendJson } from './send-json.js';

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

const internal = (error: unknown, request: Request): ErrorAnswer => ({
  status: 500,
  body: { message: reported(error, `${request.method} ${loggedPath(request.path)}`) },
  headers: {},
});

/** Answers any error, once; if an answer is already on its way, the connection is cut instead. */
export const answerError = (error: unknown, request: Request, response: Response): void => {
  if (error instanceof CallerGone) {
    response.destroy();
    return;
  }
  const { status, body, headers } = answerTo(error) ?? internal(error, request);
  if (status === 503) log.warn(`${request.method} ${loggedPath(request.path)}: ${stackOf(error)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, body);
};

/** The one exception filter. */
@Catch()
export class WireErrors implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    // Of a resolver: its own library answers.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    answerError(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
