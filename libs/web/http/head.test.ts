import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { addToHead, forbidStoring, writeHeads } from './head.js';
import { SECURITY_HEADERS } from './security-headers.js';

class Response extends ServerResponse {}
writeHeads(Response.prototype);

const response = (): Response => new Response(new IncomingMessage(new Socket()));

/** The head as it goes out. */
const headOf = (written: ServerResponse): string => (written as unknown as { readonly _header: string })._header;

const lines = (written: ServerResponse, name: string): readonly string[] =>
  headOf(written)
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

describe('the head of an answer', () => {
  it('has the security headers, what was added to it, and what is given with it', () => {
    const written = response();
    addToHead(written, 'X-Request-Id', 'a1');
    written.writeHead(200, ['Content-Type', 'text/plain']);
    for (let place = 0; place < SECURITY_HEADERS.length; place += 2)
      expect(lines(written, SECURITY_HEADERS[place] ?? '')).toHaveLength(1);
    expect(lines(written, 'X-Request-Id')).toEqual(['X-Request-Id: a1']);
    expect(lines(written, 'Content-Type')).toEqual(['Content-Type: text/plain']);
  });

  it.each([
    ['an object', { 'X-Own': 'b' }],
    ['pairs', [['X-Own', 'b']]],
  ])('takes headers as %s too', (_, headers) => {
    const written = response();
    written.writeHead(404, headers as never);
    expect(headOf(written)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(lines(written, 'X-Own')).toEqual(['X-Own: b']);
  });

  it('takes a reason', () => {
    const written = response();
    written.writeHead(200, 'Fine', { 'X-Own': 'b' });
    expect(headOf(written)).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    expect(lines(written, 'X-Own')).toEqual(['X-Own: b']);
  });

  it('has all of them beside headers that were set one by one, which stay', () => {
    const written = response();
    addToHead(written, 'X-Request-Id', 'a1');
    written.setHeader('Content-Security-Policy', "default-src 'none'");
    written.writeHead(200);
    expect(lines(written, 'Content-Security-Policy')).toEqual(["Content-Security-Policy: default-src 'none'"]);
    expect(lines(written, 'X-Content-Type-Options')).toEqual(['X-Content-Type-Options: nosniff']);
    expect(lines(written, 'X-Request-Id')).toEqual(['X-Request-Id: a1']);
  });

  it('forbids caches what was asked with a token, or holds one; an answer may say otherwise', () => {
    const asked = response();
    asked.req.headers.authorization = 'Bearer x';
    const [plain, headed] = [asked, response()];
    forbidStoring(headed);
    for (const written of [plain, headed]) {
      written.writeHead(200, ['Content-Type', 'text/plain']);
      expect(lines(written, 'Cache-Control')).toEqual(['Cache-Control: no-store']);
    }
    const itself = response();
    itself.req.headers.authorization = 'Bearer x';
    itself.setHeader('Cache-Control', 'public, max-age=60');
    itself.writeHead(200);
    expect(lines(itself, 'Cache-Control')).toEqual(['Cache-Control: public, max-age=60']);
    const open = response();
    open.writeHead(200);
    expect(lines(open, 'Cache-Control')).toEqual([]);
  });

  it('is of one answer alone', () => {
    addToHead(response(), 'X-Request-Id', 'a1');
    const written = response();
    written.writeHead(200);
    expect(lines(written, 'X-Request-Id')).toEqual([]);
  });
});
