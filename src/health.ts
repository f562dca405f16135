import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a server tells about itself while it starts, serves and stops. */
export class Lifecycle {
  private draining = false;

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on it is not ready; what comes all the same is still served. */
  drain(): void {
    this.draining = true;
  }
}

/** One thing that must be in order for the server to be ready; throws or answers false if it isn't. */
export type Check = () => Promise<boolean>;

export interface HealthParts {
  readonly lifecycle: Lifecycle;
  readonly checks: Readonly<Record<string, Check>>;
  /** A check that takes longer counts as failed. */
  readonly patienceMs: number;
}

const inTime = async (check: Check, patienceMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
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
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await inTime(check, patienceMs)] as const),
  );
  const failed = results.some(([, good]) => !good);
  return {
    status: failed ? 'unavailable' : 'ok',
    ...Object.fromEntries(results.map(([name, good]) => [name, good ? 'ok' : 'failed'])),
  };
};

/**
 * `/health/live`: the process runs. `/health/ready`: requests may be sent here; 503 while the database can't be
 * reached, its schema is behind, or the server is draining (running.md).
 */
export const healthRoutes =
  (parts: HealthParts) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const asks = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url?.split('?', 1)[0];
    if (asks && path === '/health/live') answer(response, 200, { status: 'ok' });
    else if (asks && path === '/health/ready') {
      void readiness(parts).then((body) => answer(response, body['status'] === 'ok' ? 200 : 503, body));
    } else next();
  };

/** Clients are told to go elsewhere with their next request. */
export const closingWhileDraining =
  (lifecycle: Lifecycle) =>
  (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (lifecycle.isDraining) response.setHeader('Connection', 'close');
    next();
  };
