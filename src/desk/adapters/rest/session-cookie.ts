import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../../libs/operations/index.js';
import { BrowserSessions } from '../../../../libs/web/index.js';
import { Sessions } from '../../application/sessions.js';

const SESSION = 'kontor-desk';
/** Name of the cookie for a sign-in through the identity provider. */
export const PROVIDER = 'kontor-desk-sign-in';

/** Time limit in seconds for signing in at the identity provider. */
const PROVIDER_SECONDS = 600;

/** Name and attributes of the cookie for this request. */
export interface CookieForm {
  readonly name: string;
  readonly attributes: string;
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (host: string): boolean =>
  URL.canParse(`http://${host}`) && LOOPBACK.test(new URL(`http://${host}`).hostname);

/**
 * With https, a `__Host-` cookie is bound to this host and to https. Plain http is only allowed on this machine;
 * undefined elsewhere, because the cookie would be sent unencrypted.
 */
export const cookieForm = ({ protocol, headers: { host = '' } }: Request, name = SESSION): CookieForm | undefined => {
  if (protocol === 'https') return { name: `__Host-${name}`, attributes: `${ATTRIBUTES}; Secure` };
  return isLoopback(host) ? { name, attributes: ATTRIBUTES } : undefined;
};

/**
 * The secret of the session, or the proof of a sign-in in progress, from the request's cookie; undefined without one.
 */
export const cookieValue = (request: Request, cookie = SESSION): string | undefined => {
  const form = cookieForm(request, cookie);
  if (!form) return undefined;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (name === form.name && value !== '') return value;
  }
  return undefined;
};

export const sessionCookie = ({ name, attributes }: CookieForm, secret: string): string =>
  `${name}=${secret}; ${attributes}`;

/** The page itself requests the end of the sign-in, so the cookie need not be sent with requests from other sites. */
export const providerCookie = ({ name, attributes }: CookieForm, proof: string): string =>
  `${name}=${proof}; ${attributes}; Max-Age=${PROVIDER_SECONDS}`;

export const endedCookie = ({ name, attributes }: CookieForm): string => `${name}=; ${attributes}; Max-Age=0`;

/** Authenticates requests by their session cookies. */
@Injectable()
export class CookieSessions {
  constructor(
    private readonly sessions: Sessions,
    browsers: BrowserSessions,
  ) {
    browsers.keptBy((request) => this.callerOf(request));
  }

  private async callerOf(request: Request): Promise<Caller | undefined> {
    const secret = cookieValue(request);
    return secret === undefined ? undefined : (await this.sessions.current(secret))?.caller;
  }
}
