import type { Request } from 'express';
import { cookieForm, endedCookie, sessionCookie, cookieValue } from './session-cookie.js';

const request = (protocol: string, host: string | undefined, cookie?: string): Request =>
  ({ protocol, headers: { host, cookie } }) as unknown as Request;

describe('the session cookie', () => {
  it.each(['localhost', 'LOCALHOST:3000', 'a.localhost', '127.0.0.1:80', '[::1]'])(
    'has no __Host- prefix on %s over http',
    (host) => {
      expect(cookieForm(request('http', host))?.name).toBe('kontor-desk');
    },
  );

  it.each([
    'desk.example',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.1',
    '[2001:db8::1]',
    'a b',
    '',
    undefined,
  ])('is not set on %s over http', (host) => expect(cookieForm(request('http', host))).toBeUndefined());

  it('has the __Host- prefix and is Secure over https', () => {
    const form = cookieForm(request('https', 'desk.example'));
    expect(form && sessionCookie(form, 'secret')).toBe(
      '__Host-kontor-desk=secret; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
    expect(form && endedCookie(form)).toMatch(/^__Host-kontor-desk=; .*Secure; Max-Age=0$/);
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['kontor-desk=', undefined],
    ['other=1; kontor-desk=secret ; more=2', 'secret'],
    ['__Host-kontor-desk=secret', undefined],
    ['xkontor-desk=secret', undefined],
  ])('is read from the header %s as %s', (cookie, secret) => {
    expect(cookieValue(request('http', 'localhost', cookie))).toBe(secret);
  });
});
