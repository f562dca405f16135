import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../../libs/operations/index.js';
import { BrowserSessions } from '../../../../libs/web/index.js';
import { Sessions } from '../../application/sessions.js';
import { sessionSecret } from './session-cookie.js';

/** Finds the callers of requests by their cookies. */
@Injectable()
export class CookieSessions {
  constructor(
    private readonly sessions: Sessions,
    browsers: BrowserSessions,
  ) {
    browsers.keptBy((request) => this.callerOf(request));
  }

  private async callerOf(request: Request): Promise<Caller | undefined> {
    const secret = sessionSecret(request);
    return secret === undefined ? undefined : (await this.sessions.current(secret))?.caller;
  }
}
