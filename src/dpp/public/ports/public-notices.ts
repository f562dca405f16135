import type { Notice } from '../../passport/domain/index.js';

/** A GS1 key; the GTIN has 14 digits. */
export interface NoticeQuestion {
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

/**
 * Public notices for passports that ended or are reserved; read if nothing is published, and to check if a passport has
 * ended.
 */
export abstract class PublicNotices {
  abstract byUuid(uuid: string): Promise<Notice | undefined>;

  /** The newest notice at exactly this level. A batch next to a serial number must match. */
  abstract byIdentifier(question: NoticeQuestion): Promise<Notice | undefined>;
}
