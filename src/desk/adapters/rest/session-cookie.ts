import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../../libs/operations/index.js';
import { BrowserSessions } from '../../../../libs/web/index.js';
import { Sessions } from '../../application/sessions.js';

const NAME = 'kontor-desk';

/** How the cookie of this request is written. */
interface CookieForm {
  readonly name: string;
  readonly attributes: string;
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (host: string): boolean =>
  URL.canParse(`http://${host}`) && LOOPBACK.test(new URL(`http://${host}`).hostname);

/**
 * Over https browsers bind a `__Host-` cookie to this host and to https. Plain http is for the own machine only;
 * undefined elsewhere, where the cookie would be sent in the clear.
 */
export const cookieForm = ({ protocol, headers: { host = '' } }: Request): CookieForm | undefined => {
  if (protocol === 'https') return { name: `__Host-${NAME}`, attributes: `${ATTRIBUTES}; Secure` };
  return isLoopback(host) ? { name: NAME, attributes: ATTRIBUTES } : undefined;
};

/** The secret of the session that a request brings; undefined without one. */
export const sessionSecret = (request: Request): string | undefined => {
  const form = cookieForm(request);
  if (!form) return undefined;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (name === form.name && value !== '') return value;
  }
  return undefined;
};

export const sessionCookie = ({ name, attributes }: CookieForm, secret: string): string =>
  `${name}=${secret}; ${attributes}`;

export const endedCookie = ({ name, attributes }: CookieForm): string => `${name}=; ${attributes}; Max-Age=0`;

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
