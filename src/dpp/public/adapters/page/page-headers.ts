import { createHash } from 'node:crypto';
import { STYLE } from './style.js';

/**
 * The page can show its own style (known by its hash) and an icon. It allows no script, request or frame, and its form
 * only posts to this server. JSON-LD is data, so browsers do not execute it and no policy blocks it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Escapes JSON so that it cannot end a script element or start a comment. */
export const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
