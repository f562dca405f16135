import { Delete, Get, Post, Req, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { InputRefused, NotSignedIn } from '../../../../libs/kernel/index.js';
import { answers, needs } from '../../../../libs/operations/index.js';
import { fieldsOf, InstantField, SecretField, StringField, toWire } from '../../../../libs/records/index.js';
import { Answer, PlainBody, RestController } from '../../../../libs/rest/index.js';
import { Anonymous, Describes, isFromStaffPage, NEED, NeverStored } from '../../../../libs/web/index.js';
import { type NewSession, Sessions } from '../../application/sessions.js';
import { cookieForm, endedCookie, sessionCookie, sessionSecret } from './session-cookie.js';

/** No wrapper, as at the token routes. */
class DeskSignIn {
  @StringField({ about: 'Name of the administrator; omit it with a token', nullable: true, example: 'ada' })
  readonly username!: string | null;

  @SecretField({
    about: 'Password of the administrator; omit it with a token',
    nullable: true,
    minLength: 0,
    maxLength: 255,
    example: 'correct horse battery staple',
  })
  readonly password!: string | null;

  @SecretField({
    about: 'Token of a sign-in link, in place of name and password',
    nullable: true,
    minLength: 0,
    maxLength: 255,
  })
  readonly token!: string | null;
}

class DeskSession {
  @StringField({ about: 'Name of the administrator', example: 'ada' })
  readonly name!: string;

  @InstantField({ about: 'Latest end of the session (UTC); without use it ends after an hour' })
  readonly expiresAt!: Date;
}

class DeskSignOut {
  @StringField({
    about: 'URL that ends the session at the identity provider as well; null if there is none',
    nullable: true,
    format: 'uri',
    example: 'https://login.example/logout',
  })
  readonly signOutUrl!: string | null;
}

const COMMON = { service: 'deskSessionV1', tag: 'Desk' } as const;
const SESSION = answers.fields(DeskSession);

/** The secret of the session that proves the caller; undefined if `Authorization` does, which then decides alone. */
const provingSecret = (request: Request): string | undefined =>
  request.headers.authorization === undefined ? sessionSecret(request) : undefined;

const sentence = (text: string): InputRefused => InputRefused.sentence(text);

/** Sign-in of the staff page by a cookie (desk.md, "Sessions"). */
@RestController('desk/session')
export class SessionController {
  constructor(private readonly sessions: Sessions) {}

  @Post()
  @Anonymous()
  @NeverStored()
  @Describes({
    ...COMMON,
    summary: 'Sign in to Desk with user name and password, or with the token of a sign-in link',
    about:
      'Sets the cookie of the session. Requires the header X-Kontor-Desk: 1, and https unless the server is on the own ' +
      'machine.',
    answer: SESSION,
    errors: [400, 401, 429],
  })
  async signIn(
    @PlainBody(DeskSignIn, { limit: 'sign-in' }) sent: DeskSignIn,
    @Req() request: Request,
  ): Promise<Answer> {
    if (!isFromStaffPage(request))
      throw sentence('Only the page of this server can sign in here. It sends the header X-Kontor-Desk: 1.');
    const form = cookieForm(request);
    if (!form)
      throw sentence(
        'Signing in to Desk needs https, which keeps the session secret on the network. Open Desk over https. If a proxy ' +
          'in front of this server ends https, list it in TRUST_PROXY.',
      );
    const former = sessionSecret(request);
    const { secret, ...session } = await this.begin(sent);
    if (former !== undefined) await this.sessions.end(former);
    const body = toWire(fieldsOf(DeskSession), { name: session.name, expiresAt: session.endsAt });
    return new Answer(body, { 'Set-Cookie': sessionCookie(form, secret) });
  }

  @Get()
  @SetMetadata(NEED, needs.admin)
  @Describes({ ...COMMON, summary: 'Get the current session of Desk', answer: SESSION })
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
    await this.sessions.end(secret);
    return new Answer(toWire(fieldsOf(DeskSignOut), { signOutUrl: null }), { 'Set-Cookie': endedCookie(form) });
  }

  private begin({ username, password, token }: DeskSignIn): Promise<NewSession> {
    if (token !== null && username === null && password === null) return this.sessions.byLink(token);
    if (token === null && username !== null && password !== null) return this.sessions.byPassword(username, password);
    throw sentence('Send username and password, or the token of a sign-in link.');
  }
}
