import { Delete, Get, Post, Req, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { InputRefused, NotSignedIn } from '../../../../libs/kernel/index.js';
import { answers, needs } from '../../../../libs/operations/index.js';
import { fieldsOf, InstantField, SecretField, StringField, toWire } from '../../../../libs/records/index.js';
import { Answer, PlainBody, RestController } from '../../../../libs/rest/index.js';
import { Anonymous, Describes, isFromStaffPage, NEED, NeverStored } from '../../../../libs/web/index.js';
import { ProviderSignIn } from '../../application/provider-sign-in.js';
import { type NewSession, Sessions } from '../../application/sessions.js';
import {
  type CookieForm,
  cookieForm,
  cookieValue,
  endedCookie,
  PROVIDER,
  providerCookie,
  sessionCookie,
} from './session-cookie.js';

/** Without a wrapper, like the bodies of token routes. */
class DeskSignIn {
  @StringField({
    about: 'Username of the administrator; null if `token` or `callback` is sent instead',
    nullable: true,
    example: 'ada',
  })
  readonly username!: string | null;

  @SecretField({
    about: 'Password of the administrator; null if `token` or `callback` is sent instead',
    nullable: true,
    minLength: 0,
    maxLength: 255,
    example: 'correct horse battery staple',
  })
  readonly password!: string | null;

  @SecretField({
    about: 'Token of a sign-in link, as an alternative to username and password',
    alternativeTo: 'username',
    nullable: true,
    minLength: 0,
    maxLength: 255,
  })
  readonly token!: string | null;

  @SecretField({
    about:
      'Query string of the URL that the identity provider redirected the browser to, as an alternative to username and password',
    alternativeTo: 'username',
    nullable: true,
    minLength: 0,
    maxLength: 8192,
  })
  readonly callback!: string | null;
}

class DeskProvider {
  @StringField({
    about: 'URL of the identity provider that the browser must open',
    format: 'uri',
    example: 'https://login.example/authorize?client_id=kontor',
  })
  readonly url!: string;
}

class DeskSession {
  @StringField({ about: 'Username of the administrator', example: 'ada' })
  readonly name!: string;

  @InstantField({ about: 'Time at which the session ends (UTC). A session that is unused for an hour ends earlier.' })
  readonly expiresAt!: Date;
}

class DeskSignOut {
  @StringField({
    about: 'URL that also ends the session at the identity provider; null if there is none',
    nullable: true,
    format: 'uri',
    example: 'https://login.example/logout',
  })
  readonly signOutUrl!: string | null;
}

const COMMON = { service: 'deskSessionV1', tag: 'Desk' } as const;
const SESSION = answers.fields(DeskSession);

/** The secret of the caller's session; undefined with an `Authorization` header, which takes precedence. */
const provingSecret = (request: Request): string | undefined =>
  request.headers.authorization === undefined ? cookieValue(request) : undefined;

const sentence = (text: string): InputRefused => InputRefused.sentence(text);

/** The form of the cookie for a sign-in. Refuses other sites, and http over the network. */
const formOf = (request: Request): CookieForm => {
  if (!isFromStaffPage(request))
    throw sentence(
      'The request does not come from Desk on this server. Sign in through Desk, which sends the header X-Kontor-Desk: 1.',
    );
  const form = cookieForm(request);
  if (!form)
    throw sentence(
      'Desk requires HTTPS, but this connection does not use it. Open Desk over HTTPS. If a proxy in front of this server terminates TLS, add the proxy to TRUST_PROXY.',
    );
  return form;
};

/** Cookie-based sign-in of the staff page (desk.md, "Sessions"). */
@RestController('desk/session')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly provider: ProviderSignIn,
  ) {}

  @Post()
  @Anonymous()
  @NeverStored()
  @Describes({
    ...COMMON,
    summary: 'Sign in to Desk with a password, a sign-in link or an identity provider',
    about:
      'Sets the session cookie. Requires the header `X-Kontor-Desk: 1`, and https unless the server runs on the same machine.',
    answer: SESSION,
    errors: [400, 401, 429],
  })
  async signIn(
    @PlainBody(DeskSignIn, { limit: 'sign-in' }) sent: DeskSignIn,
    @Req() request: Request,
  ): Promise<Answer> {
    const form = formOf(request);
    const former = cookieValue(request);
    const { secret, ...session } = await this.begin(sent, request);
    if (former !== undefined) await this.sessions.end(former);
    const body = toWire(fieldsOf(DeskSession), { name: session.name, expiresAt: session.endsAt });
    return new Answer(body, { 'Set-Cookie': sessionCookie(form, secret) });
  }

  @Post('provider')
  @Anonymous()
  @NeverStored()
  @Describes({
    ...COMMON,
    summary: 'Start the sign-in to Desk at the identity provider',
    about:
      "Sets a cookie that is valid for 10 minutes and ties the sign-in to the caller's browser. After the sign-in, the provider redirects the browser to `/desk/callback`. Desk then sends the query string of that URL to `POST /V1/desk/session` as `callback`.",
    answer: answers.fields(DeskProvider),
    errors: [400],
  })
  async leave(@Req() request: Request): Promise<Answer> {
    formOf(request);
    const form = cookieForm(request, PROVIDER);
    const { url, proof } = await this.provider.begin();
    return new Answer(
      toWire(fieldsOf(DeskProvider), { url }),
      form ? { 'Set-Cookie': providerCookie(form, proof) } : {},
    );
  }

  @Get()
  @SetMetadata(NEED, needs.admin)
  @Describes({ ...COMMON, summary: 'Get the current Desk session', answer: SESSION })
  async current(@Req() request: Request): Promise<object> {
    const secret = provingSecret(request);
    const session = secret === undefined ? undefined : await this.sessions.current(secret);
    if (!session) throw new NotSignedIn('self');
    return toWire(fieldsOf(DeskSession), { name: await this.sessions.nameOf(session), expiresAt: session.endsAt });
  }

  @Delete()
  @SetMetadata(NEED, needs.admin)
  @NeverStored()
  @Describes({ ...COMMON, summary: 'Sign out of Desk', answer: answers.fields(DeskSignOut) })
  async signOut(@Req() request: Request): Promise<Answer> {
    const [form, secret] = [cookieForm(request), provingSecret(request)];
    if (!form || secret === undefined) throw new NotSignedIn('self');
    const signOutUrl = (await this.sessions.isByProvider(secret)) ? await this.provider.signOutUrl() : null;
    await this.sessions.end(secret);
    return new Answer(toWire(fieldsOf(DeskSignOut), { signOutUrl }), { 'Set-Cookie': endedCookie(form) });
  }

  private begin({ username, password, token, callback }: DeskSignIn, request: Request): Promise<NewSession> {
    const proofs = [username ?? password, token, callback].filter((one) => one !== null);
    if (proofs.length === 1) {
      if (token !== null) return this.sessions.byLink(token);
      if (callback !== null) return this.provider.finish(callback, cookieValue(request, PROVIDER));
      if (username !== null && password !== null) return this.sessions.byPassword(username, password);
    }
    throw sentence(
      'The credentials are missing or incomplete. Send a username and password, the token from a sign-in link, or the callback from the identity provider.',
    );
  }
}
