import type { Request, Response } from 'express';
import { addVary, preferredType } from '../../../../../libs/web/index.js';
import { languagesFor, pageLanguage } from './languages.js';
import { markup } from './markup.js';
import { PAGE_POLICY } from './page-headers.js';
import { NOT_FOUND_TEMPLATE } from './passport-template.js';
import { ICON, STYLE } from './style.js';
import { WORDS } from './words.js';

/** Same format as other API errors, and does not repeat the requested address. */
const BODY = JSON.stringify({ message: 'No passport is published at this address.' });

/**
 * 404 with identical bytes for unknown, draft and archived passports (passports-public.md). They depend only on request
 * headers and language.
 */
export const answerNoPassport = (request: Request, response: Response): void => {
  const wantsPage = preferredType(request.headers.accept, ['application/json', 'text/html']) === 'text/html';
  const { lang } = request.query;
  const page = pageLanguage(
    languagesFor({
      asked: typeof lang === 'string' ? lang : undefined,
      header: request.headers['accept-language'],
      locale: null,
    }),
  );
  const body = wantsPage ? markup(NOT_FOUND_TEMPLATE, { page, words: WORDS[page], icon: ICON, style: STYLE }) : BODY;
  response.statusCode = 404;
  addVary(response, 'Accept, Accept-Language');
  response.setHeader('Cache-Control', 'no-cache');
  if (wantsPage) response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Content-Type', wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
};
