import type { Request, Response } from 'express';
import { preferredType, sendWithStatus } from '../../../../../libs/web/index.js';
import { type Notice, noticeHttpStatus } from '../../../passport/domain/index.js';
import { answerNoPassport } from '../page/not-found.js';
import { languagesFor, pageLanguage } from '../page/languages.js';
import { markup } from '../page/markup.js';
import { ICON, STYLE } from '../page/style.js';
import { noticeView } from '../page/notice-view.js';
import { WORDS } from '../page/words.js';

/** The notice of a passport; contains no product data. */
const NOTICE_TEMPLATE = `<!doctype html>
<html lang="<%= it.page %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.notice.title %> · <%= it.words.title %></title>
<link rel="icon" href="<%= it.icon %>">
<style><%~ it.style %></style>
</head>
<body class="empty">
<main class="card">
<p class="kicker"><%= it.words.title %></p>
<h1><%= it.notice.title %></h1>
<%~ include('@notice', it) %></main>
</body>
</html>
`;

const HTML = 'text/html';
const JSON_TYPES = ['application/json', 'application/ld+json', 'application/linkset+json'] as const;

const pageOf = (notice: Notice, request: Request): string => {
  const { lang } = request.query;
  const languages = languagesFor({
    asked: typeof lang === 'string' ? lang : undefined,
    header: request.headers['accept-language'],
    locale: null,
  });
  const page = pageLanguage(languages);
  return markup(NOTICE_TEMPLATE, {
    page,
    words: WORDS[page],
    notice: noticeView(notice, languages, page),
    icon: ICON,
    style: STYLE,
  });
};

/**
 * Responds with the notice: 410 after a passport has ended, 404 before it is published (passports-public.md,
 * "Notices").
 */
const answerNotice = (request: Request, response: Response, notice: Notice): void => {
  const type = preferredType(request.headers.accept, [...JSON_TYPES, HTML]);
  const isPage = type === HTML;
  const { status, date, text, link } = notice;
  const body = isPage ? pageOf(notice, request) : JSON.stringify({ notice: { status, date, text, link } });
  sendWithStatus(request, response, {
    status: noticeHttpStatus(notice),
    body,
    type: isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    vary: 'Accept, Accept-Language',
  });
};

/** For addresses without a published passport: the notice if there is one, else 404. */
export const answerUnpublished = (request: Request, response: Response, notice: Notice | undefined): void => {
  if (notice) answerNotice(request, response, notice);
  else answerNoPassport(request, response);
};
