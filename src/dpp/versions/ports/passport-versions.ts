import type { ArchiveReason } from '../../passport/domain/index.js';

/** A version that was ever published, with its later status. */
export interface PublishedVersion {
  readonly id: number;
  readonly passportId: number;
  readonly uuid: string;
  readonly version: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly templateCode: string;
  readonly publishedAt: Date;
  /** Null while published. */
  readonly archivedAt: Date | null;
  readonly archiveReason: ArchiveReason | null;
}

/** Published versions of passports for readers who may see more than today's public data. */
export abstract class PassportVersions {
  /** Newest first, at most 1,000; empty if nothing was ever published. */
  abstract ofUuid(uuid: string): Promise<readonly PublishedVersion[]>;

  abstract ofPassport(passportId: number): Promise<readonly PublishedVersion[]>;

  /** The newest one; undefined if nothing was ever published. */
  abstract newestOf(passportId: number): Promise<PublishedVersion | undefined>;
}
