import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Caller } from '../operations/index.js';

/**
 * Whether the staff page of this server sent the request. No form and no script of another origin can send the header:
 * it is not among those that CORS allows.
 */
export const isFromStaffPage = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  return headers['x-kontor-desk'] === '1' && (site === undefined || site === 'same-origin');
};

type FindCaller = (request: Request) => Promise<Caller | undefined>;

/** Callers that signed in with a browser. Without a module that keeps sessions, no request has one. */
export class BrowserSessions {
  private find: FindCaller | undefined;

  /** Called at start by the module that keeps the sessions. */
  keptBy(find: FindCaller): void {
    this.find = find;
  }

  /** The caller by the session of this request; undefined without a valid one. */
  async callerOf(request: Request): Promise<Caller | undefined> {
    return this.find?.(request);
  }
}
