import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { addToHead, forbidStoring, writeHeads } from './head.js';
import { SECURITY_HEADERS } from './security-headers.js';

class Response extends ServerResponse {}
writeHeads(Response.prototype);

const response = (): Response => new Response(new IncomingMessage(new Socket()));

/** The head as it is sent. */
const headOf = (written: ServerResponse): string => (written as unknown as { readonly _header: string })._header;

const lines = (written: ServerResponse, name: string): readonly string[] =>
  headOf(written)
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

describe('the head of a response', () => {
  it('has the security headers, the added ones and the passed ones', () => {
    const written = response();
    addToHead(written, 'X-Request-Id', 'a1');
    written.writeHead(200, ['Content-Type', 'text/plain']);
    for (let index = 0; index < SECURITY_HEADERS.length; index += 2)
      expect(lines(written, SECURITY_HEADERS[index] ?? '')).toHaveLength(1);
    expect(lines(written, 'X-Request-Id')).toEqual(['X-Request-Id: a1']);
    expect(lines(written, 'Content-Type')).toEqual(['Content-Type: text/plain']);
  });

  it.each([
    ['an object', { 'X-Own': 'b' }],
    ['pairs', [['X-Own', 'b']]],
  ])('accepts headers as %s', (_, headers) => {
    const written = response();
    written.writeHead(404, headers as never);
    expect(headOf(written)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(lines(written, 'X-Own')).toEqual(['X-Own: b']);
  });

  it('accepts a reason phrase', () => {
    const written = response();
    written.writeHead(200, 'Fine', { 'X-Own': 'b' });
    expect(headOf(written)).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    expect(lines(written, 'X-Own')).toEqual(['X-Own: b']);
  });

  it('keeps headers that were set one by one', () => {
    const written = response();
    addToHead(written, 'X-Request-Id', 'a1');
    written.setHeader('Content-Security-Policy', "default-src 'none'");
    written.writeHead(200);
    expect(lines(written, 'Content-Security-Policy')).toEqual(["Content-Security-Policy: default-src 'none'"]);
    expect(lines(written, 'X-Content-Type-Options')).toEqual(['X-Content-Type-Options: nosniff']);
    expect(lines(written, 'X-Request-Id')).toEqual(['X-Request-Id: a1']);
  });

  it('forbids caching if a token is sent or returned, unless overridden', () => {
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

  it('belongs to one response only', () => {
    addToHead(response(), 'X-Request-Id', 'a1');
    const written = response();
    written.writeHead(200);
    expect(lines(written, 'X-Request-Id')).toEqual([]);
  });
});
