import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { acceptsEncoding, addVary, namesType } from '../../libs/web/index.js';
import { VERSION } from '../config/version.js';

/**
 * Folders where `npm run build` puts the page: next to the compiled sources, or below dist when running from source.
 */
const FOLDERS = [join(__dirname, '..', '..', 'desk'), join(__dirname, '..', '..', 'dist', 'desk')];

const builtFolder = (): string | undefined => FOLDERS.find((folder) => existsSync(join(folder, 'assets')));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const A_YEAR_S = 31_536_000;

/**
 * Content-Security-Policy: nothing inline except style elements with the nonce, nothing from other hosts, and no
 * embedding in frames (security.md).
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');

interface PageParts {
  /** The segment of pricing paths (setting PRICING_SEGMENT). */
  readonly pricing: string;
  /** Whether staff can sign in through an identity provider, and with passwords. */
  readonly provider: boolean;
  readonly passwords: boolean;
}

const pageHandler = (folder: string, { pricing, provider, passwords }: PageParts) => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('%PRICING%', pricing)
    .replace('%PROVIDER%', provider ? '1' : '0')
    .replace('%PASSWORDS%', passwords ? '1' : '0')
    .replace('%VERSION%', VERSION);
  return (response: Response): void => {
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', policyOf(nonce));
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    const body = page.replace('%NONCE%', nonce);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  };
};

const ASSETS = '/desk/assets/';

/**
 * Asset names contain a digest of their content, so browsers may cache them permanently. Only listed names are served.
 */
const assetHandler = (folder: string) => {
  const names = new Set(readdirSync(folder));
  return async (request: Request, response: Response): Promise<boolean> => {
    const name = request.path.slice(ASSETS.length);
    const type = TYPES[extname(name)];
    if (type === undefined || !names.has(name)) return false;
    const accepted = request.headers['accept-encoding'];
    const packed = ENCODINGS.find(([encoding, end]) => names.has(name + end) && acceptsEncoding(accepted, encoding));
    const body = await readFile(join(folder, packed ? name + packed[1] : name));
    addVary(response, 'Accept-Encoding');
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', `public, max-age=${A_YEAR_S}, immutable`);
    if (packed) response.setHeader('Content-Encoding', packed[0]);
    response.setHeader('Content-Length', body.length);
    response.end(body);
    return true;
  };
};

/** Redirects browsers from the server's root URL to the page; other clients get the usual response. */
const toDesk = (request: Request, response: Response, next: NextFunction): void => {
  addVary(response, 'Accept');
  if (!namesType(request.headers.accept, 'text/html')) {
    next();
    return;
  }
  response.statusCode = 302;
  response.setHeader('Location', '/desk');
  response.setHeader('Content-Length', 0);
  response.end();
};

/** Serves the staff page (ADR 72). Call it before `init` or `listen`. Returns whether the page is built. */
export const serveDesk = (app: INestApplication, parts: PageParts): boolean => {
  const folder = builtFolder();
  if (folder === undefined) return false;
  const page = pageHandler(folder, parts);
  const asset = assetHandler(join(folder, 'assets'));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { url, method } = request;
    const start = url.slice(0, '/desk'.length);
    if (!(start === '/desk' || start === '/' || start.startsWith('/?')) || (method !== 'GET' && method !== 'HEAD'))
      next();
    else if (request.path === '/') toDesk(request, response, next);
    // A missing asset belongs to another version: the page that requests it is older than this server.
    else if (request.path.startsWith(ASSETS)) asset(request, response).then((sent) => sent || next(), next);
    else if (request.path === '/desk' || request.path.startsWith('/desk/')) page(response);
    else next();
  });
  return true;
};
