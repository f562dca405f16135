import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentSpan, type SpanContext } from '../../libs/kernel/index.js';
import { addToHead, loggedPath, nameRequest, traceContext } from '../../libs/web/index.js';
import { LogWriter } from './log-writer.js';

const LEVEL_WIDTH = 5;

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly stack?: string;
  readonly [key: string]: unknown;
}

const ENDING_MS = 1000;

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats a log line for people: time of day, level, message, other fields as `key=value`, and a stack below. */
export const prettyLine = (text: string): string => {
  const { level, time, msg = '', stack, ...rest } = JSON.parse(text) as Line;
  const more = Object.entries(rest).map(([key, value]) => ` ${key}=${shownValue(value)}`);
  const below = stack === undefined ? '' : `\n${stack}`;
  return `${time.slice(11, 19)} ${level.toUpperCase().padEnd(LEVEL_WIDTH)} ${msg}${more.join('')}${below}\n`;
};

/** Destination of the log: JSON lines, or readable lines on a terminal. */
type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'> & { readonly fd: number };

interface LogDestination extends DestinationStream {
  /** Resolves once all lines are written. */
  end?(): Promise<void>;
}

const destinationOf = (output: Output, recovered: (dropped: number) => void): LogDestination =>
  output.isTTY ? { write: (text) => output.write(prettyLine(text)) } : new LogWriter(output.fd, recovered);

/** The open log destinations, so that they can be closed. */
const destinations = new WeakMap<Logger, LogDestination>();

/** Stops logging. Resolves when everything is written or dropped, or after a second if nothing reads the stream. */
export const endLog = async (logger: Logger): Promise<void> => {
  logger.level = 'silent';
  await Promise.race([destinations.get(logger)?.end?.(), delay(ENDING_MS, undefined, { ref: false })]);
};

/** The standard field names by which log collectors link a line to its trace. */
const traceFields = ({ traceId, spanId }: Partial<SpanContext>): Record<string, string> => ({
  ...(traceId === undefined ? {} : { trace_id: traceId }),
  ...(spanId === undefined ? {} : { span_id: spanId }),
});

export const openLog = (output: Output, given?: LogDestination): Logger => {
  const destination =
    given ??
    destinationOf(output, (dropped) => logger.warn(`log lines dropped because they could not be written: ${dropped}`));
  const logger: Logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      mixin: () => traceFields(currentSpan() ?? {}),
    },
    destination,
  );
  destinations.set(logger, destination);
  return logger;
};

/** Nest loggers that log every module and route at startup. */
const CHATTER: ReadonlySet<unknown> = new Set([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** Errors of this logger are also thrown, so skip them here to log them only once. */
const START_FAILURE = 'ExceptionHandler';

/** Sends the log of Nest and the modules to this log, without Nest's startup messages. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    if (!CHATTER.has(rest.at(-1))) this.write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== START_FAILURE) this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the context as the last argument, and a stack before it. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const texts = rest.filter((item) => typeof item === 'string');
    const context = texts.at(-1);
    const stack = message instanceof Error ? message.stack : texts.find((text) => text.includes('\n    at '));
    this.logger[level](
      {
        ...(context === undefined || context === stack ? {} : { context }),
        ...(stack === undefined ? {} : { stack }),
        ...(typeof message === 'object' && message !== null && !(message instanceof Error) ? message : {}),
      },
      message instanceof Error ? message.message : typeof message === 'string' ? message : undefined,
    );
  }
}

const SENT_ID = /^[\w.:-]{1,128}$/;
const PATH_MAX = 300;

const pathOf = (url: string, secretPaths: readonly string[]): string => {
  const queryAt = url.indexOf('?');
  const path = loggedPath(queryAt === -1 ? url : url.slice(0, queryAt), secretPaths);
  return path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path;
};

type Next = () => void;

/**
 * Logs one line per request: id (the client's X-Request-Id or a new one), Kontor's own id if the client sent one, path
 * without query, status and milliseconds. The response contains the id. Headers, query and body are never logged.
 */
export const requestLog =
  (
    logger: Logger,
    { secretPaths, isCutting }: { readonly secretPaths: readonly string[]; isCutting(): boolean },
    destination = destinations.get(logger),
  ) =>
  (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const began = performance.now();
    const header = request.headers['x-request-id'];
    const sent = typeof header === 'string' && SENT_ID.test(header) ? header : undefined;
    const own = randomUUID();
    const id = sent ?? own;
    const { method = '', url = '' } = request;
    nameRequest(request, { own, sent });
    addToHead(response, 'X-Request-Id', id);
    response.on('close', () => {
      const { statusCode, headersSent, writableFinished } = response;
      const level = statusCode >= 500 ? 'warn' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const line = {
        level,
        time: new Date().toISOString(),
        ...traceFields(traceContext(request)),
        id,
        // The audit trail uses this ID, because callers can send any other.
        own_id: sent === undefined ? undefined : own,
        method,
        path: pathOf(url, secretPaths),
        // null: the response had not started.
        status: headersSent ? statusCode : null,
        ms: Math.round((performance.now() - began) * 10) / 10,
        // The shutdown or the client ended the request before its response was complete.
        ...(writableFinished ? undefined : { [isCutting() ? 'cut' : 'aborted']: true }),
        msg: 'request',
      };
      // Without pino, because this line is written for every request (docs/adr/0082).
      destination?.write(`${JSON.stringify(line)}\n`);
    });
    next();
  };
