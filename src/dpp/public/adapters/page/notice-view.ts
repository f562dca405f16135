import type { Notice } from '../../../passport/domain/index.js';
import { definePart } from './markup.js';
import { type PageLanguage, spoken } from './languages.js';
import { type Words, WORDS } from './words.js';

const TITLES: Readonly<Record<Notice['status'], keyof Words>> = {
  recalled: 'noticeRecalled',
  end_of_life: 'noticeEndOfLife',
  recycled: 'noticeRecycled',
  reserved: 'noticeReserved',
};

/** A notice in the reader's languages. */
export const noticeView = (notice: Notice, languages: readonly string[], page: PageLanguage) => {
  const text = spoken(notice.text, languages);
  return {
    title: WORDS[page][TITLES[notice.status]],
    text: { text: text?.text ?? '', lang: text?.language === page ? undefined : text?.language },
    day: notice.date,
    date: new Intl.DateTimeFormat(page, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${notice.date}T00:00:00Z`),
    ),
    link: notice.link,
  };
};

definePart(
  '@notice',
  `<p><%= it.words.noticeSince %> <time datetime="<%= it.notice.day %>"><%= it.notice.date %></time></p>
<p><% if (it.notice.text.lang) { %><span lang="<%= it.notice.text.lang %>"><%~ content(it.notice.text.text) %></span><% } else { %><%~ content(it.notice.text.text) %><% } %></p>
<% if (it.notice.link) { %><p><a href="<%= it.notice.link %>" rel="noopener noreferrer nofollow"><%= it.words.noticeLink %></a></p>
<% } %>`,
);
