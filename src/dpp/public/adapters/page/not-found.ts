import type { Request, Response } from 'express';
import { preferredType, sendWithStatus } from '../../../../../libs/web/index.js';
import { languagesFor, pageLanguage } from './languages.js';
import { markup } from './markup.js';
import { NOT_FOUND_TEMPLATE } from './passport-template.js';
import { ICON, STYLE } from './style.js';
import { WORDS } from './words.js';

/** Same format as other API errors, and does not repeat the requested address. */
const BODY = JSON.stringify({ message: 'No passport is published at this address.' });

/**
 * 404 with identical bytes for unknown, draft and archived passports (passports-public.md). They depend only on request
 * headers and language.
 */
export const answerNoPassport = (request: Request, response: Response): void => answer(request, response, false);

/** True for a browser. */
export const wantsPage = ({ headers }: Request): boolean =>
  preferredType(headers.accept, ['application/json', 'text/html']) === 'text/html';

/** The page for an address that is no Digital Link of a product. */
export const answerWrongLink = (request: Request, response: Response): void => answer(request, response, true);

const answer = (request: Request, response: Response, isWrong: boolean): void => {
  const isPage = wantsPage(request);
  const { lang } = request.query;
  const page = pageLanguage(
    languagesFor({
      asked: typeof lang === 'string' ? lang : undefined,
      header: request.headers['accept-language'],
      locale: null,
    }),
  );
  const body = isPage
    ? markup(NOT_FOUND_TEMPLATE, { page, words: WORDS[page], icon: ICON, style: STYLE, isWrong })
    : BODY;
  sendWithStatus(request, response, {
    status: 404,
    body,
    type: isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    vary: 'Accept, Accept-Language',
  });
};
