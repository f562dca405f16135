import type { IncomingMessage, ServerResponse } from 'node:http';
import { Unavailable } from '../../libs/kernel/index.js';

/** The health of a server during startup, operation and shutdown. */
export class Lifecycle {
  private draining = false;
  private cutting = false;
  /** Undefined once the server is started. */
  private delayedBy: string | undefined = 'the application is starting';

  /** The current startup step; undefined once it has finished. */
  get startingWith(): string | undefined {
    return this.delayedBy;
  }

  starting(reason: string): void {
    this.delayedBy = reason;
  }

  started(): void {
    this.delayedBy = undefined;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Marks the server as not ready. It still handles requests. */
  drain(): void {
    this.draining = true;
  }

  /** Whether running requests are being aborted. */
  get isCutting(): boolean {
    return this.cutting;
  }

  /** The time limit of the shutdown has passed: connections are closed whatever they are doing. */
  cut(): void {
    this.cutting = true;
  }
}

/**
 * `ahead`: fine, but the schema is of a newer build. `full`: no writes until there is space; reads work. `missing`: a
 * database setting is missing, so a crash may lose commits. `unknown`: the check needs the database, which failed.
 */
export type CheckResult = 'ok' | 'ahead' | 'full' | 'missing' | 'unknown' | 'failed';

/** A condition for readiness. If it throws, the server is not ready. */
export type Check = () => Promise<CheckResult>;

interface HealthParts {
  readonly lifecycle: Lifecycle;
  /** The checks to run once the server has started. */
  readonly checks: () => Promise<Readonly<Record<string, Check>>>;
  /** Time limit of a check in milliseconds; a slower one counts as failed. */
  readonly patienceMs: number;
}

const inTime = async (check: Check, patienceMs: number): Promise<CheckResult> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve('failed'), patienceMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
};

const readiness = async ({ lifecycle, checks, patienceMs }: HealthParts): Promise<Readonly<Record<string, string>>> => {
  if (lifecycle.isDraining) return { status: 'draining' };
  const reason = lifecycle.startingWith;
  if (reason !== undefined) return { status: 'starting', reason };
  const results = await Promise.all(
    Object.entries(await checks()).map(async ([name, check]) => [name, await inTime(check, patienceMs)] as const),
  );
  const found: Record<string, CheckResult> = Object.fromEntries(results);
  if (found['database'] === 'failed' && found['migrations'] === 'failed') found['migrations'] = 'unknown';
  const all = Object.values(found);
  const isDegraded = all.includes('full') || all.includes('missing');
  return { status: all.includes('failed') ? 'unavailable' : isDegraded ? 'degraded' : 'ok', ...found };
};

/**
 * Whether requests may be sent here. A degraded server accepts them, because what fails there would also fail on
 * another server.
 */
const isReady = ({ status }: Readonly<Record<string, string>>): boolean => status === 'ok' || status === 'degraded';

/**
 * `/health/live`: the process runs. `/health/ready`: requests may be sent here; 503 while the server starts, the
 * database is unreachable, its schema is out of date, or the server is draining (operations.md, "Health").
 */
export const healthRoutes =
  (parts: HealthParts) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const asks = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url?.split('?', 1)[0];
    if (asks && path === '/health/live') answer(response, 200, { status: 'ok' });
    else if (asks && path === '/health/ready') {
      void readiness(parts).then((body) => answer(response, isReady(body) ? 200 : 503, body));
    } else next();
  };

const AGAIN_AFTER_S = 1;

/** Refuses all requests except health checks until the server is started. */
export const closedWhileStarting =
  (lifecycle: Lifecycle) =>
  (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (lifecycle.startingWith === undefined) {
      next();
      return;
    }
    response.setHeader('Retry-After', AGAIN_AFTER_S);
    response.setHeader('Connection', 'close');
    answer(response, 503, { message: new Unavailable(AGAIN_AFTER_S).message });
  };

/** Closes connections after their next response, so that clients use another server. */
export const closingWhileDraining =
  (lifecycle: Lifecycle) =>
  (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (lifecycle.isDraining) response.setHeader('Connection', 'close');
    next();
  };
