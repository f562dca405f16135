import type { ArchiveReason } from '../../passport/domain/index.js';

/** A version that was published once, and what became of it. */
export interface PublishedVersion {
  readonly id: number;
  readonly passportId: number;
  readonly uuid: string;
  readonly version: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly templateCode: string;
  readonly publishedAt: Date;
  /** Null while it is published. */
  readonly archivedAt: Date | null;
  readonly archiveReason: ArchiveReason | null;
}

/** What of the versions of a passport is told to those who may read more than what is public today. */
export abstract class PassportVersions {
  /** Newest first, at most 1,000; none where nothing was ever published. */
  abstract ofUuid(uuid: string): Promise<readonly PublishedVersion[]>;

  abstract ofPassport(passportId: number): Promise<readonly PublishedVersion[]>;

  /** The first of them; undefined where nothing was ever published. */
  abstract newestOf(passportId: number): Promise<PublishedVersion | undefined>;
}
