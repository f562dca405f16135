import { day } from '../../../../libs/kernel/index.js';
import type { LanguageMap } from './json.js';
import type { Notice, NoticeStatus } from './notice.js';

export interface NoticeRow {
  readonly status: string;
  readonly noticed_on: string;
  readonly text: string;
  readonly link: string | null;
}

export const NOTICE_COLUMNS = 'status, noticed_on, text, link';

export const noticeOf = ({ status, noticed_on, text, link }: NoticeRow): Notice => ({
  status: status as NoticeStatus,
  date: day(noticed_on),
  text: JSON.parse(text) as LanguageMap,
  link,
});
