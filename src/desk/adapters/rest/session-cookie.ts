import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../../libs/operations/index.js';
import { BrowserSessions } from '../../../../libs/web/index.js';
import { Sessions } from '../../application/sessions.js';

const SESSION = 'kontor-desk';
/** Of a sign-in that goes by way of the identity provider. */
export const PROVIDER = 'kontor-desk-sign-in';

/** How long the way by the identity provider may take. */
const PROVIDER_SECONDS = 600;

/** How the cookie of this request is written. */
export interface CookieForm {
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
export const cookieForm = ({ protocol, headers: { host = '' } }: Request, name = SESSION): CookieForm | undefined => {
  if (protocol === 'https') return { name: `__Host-${name}`, attributes: `${ATTRIBUTES}; Secure` };
  return isLoopback(host) ? { name, attributes: ATTRIBUTES } : undefined;
};

/** The secret of the session, or the proof of a begun sign-in, that a request brings; undefined without one. */
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

/** The page fetches the end of the sign-in itself, so the cookie needs not be sent by other sites. */
export const providerCookie = ({ name, attributes }: CookieForm, proof: string): string =>
  `${name}=${proof}; ${attributes}; Max-Age=${PROVIDER_SECONDS}`;

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
    const secret = cookieValue(request);
    return secret === undefined ? undefined : (await this.sessions.current(secret))?.caller;
  }
}
