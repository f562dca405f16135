import type { Notice } from '../../passport/domain/index.js';

/** What a key of GS1 names; 14 digits of a GTIN. */
export interface NoticeQuestion {
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

/** What everybody is told where a passport was or will be; asked where none is published, and whether one has ended. */
export abstract class PublicNotices {
  abstract byUuid(uuid: string): Promise<Notice | undefined>;

  /** Of exactly this level, the newest; a batch beside a serial number mustn't be another than its own. */
  abstract byIdentifier(question: NoticeQuestion): Promise<Notice | undefined>;
}
