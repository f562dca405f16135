import { createHash } from 'node:crypto';
import { STYLE } from './style.js';

/**
 * What a page may do: show its own style, known by its hash, and a drawn icon. No script, no request, no frame; the
 * one form goes back to this server.
 * JSON-LD is data, not script: no policy stands against it and no browser runs it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** JSON as it can stand in a script element: no text in it can end the element or begin a comment. */
export const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
