import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Caller } from '../operations/index.js';

/**
 * Whether this server's staff page sent the request. Forms and scripts of other origins cannot send the header,
 * because CORS does not allow it.
 */
export const isFromStaffPage = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  return headers['x-kontor-desk'] === '1' && (site === undefined || site === 'same-origin');
};

type FindCaller = (request: Request) => Promise<Caller | undefined>;

/** Callers that signed in with a browser. Without a module for sessions, no request has one. */
export class BrowserSessions {
  private find: FindCaller | undefined;

  /** Called at startup by the module that manages the sessions. */
  keptBy(find: FindCaller): void {
    this.find = find;
  }

  /** The caller of this request's session; undefined without a valid session. */
  async callerOf(request: Request): Promise<Caller | undefined> {
    return this.find?.(request);
  }
}
