import type { ArchiveReason, JsonObject } from '../../passport/domain/index.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';
import type { KeptFiles, OwnValues, PartBodies } from '../domain/index.js';

/** A version that was ever published, and its present status. */
export interface PublishedVersion {
  readonly id: number;
  readonly passportId: number;
  readonly uuid: string;
  readonly version: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly templateCode: string;
  readonly publishedAt: Date;
  /** Archiving time; null while published. */
  readonly archivedAt: Date | null;
  readonly archiveReason: ArchiveReason | null;
}

/** A JSON object as text, and a body with similar content. */
export interface SharedBody {
  readonly text: string;
  readonly like?: string | undefined;
}

/**
 * Content shared by passport versions: each body is stored once by its digest and never changes. Many items of one
 * model share it.
 */
export abstract class SharedBodies {
  /**
   * Stores these JSON objects and returns their IDs in order. Missing ones are inserted; one that is similar to another
   * body is stored as the difference. Only inside `Transactions.write`.
   */
  abstract store(bodies: readonly SharedBody[]): Promise<readonly number[]>;

  /** Bodies by ID. They are cached, so callers must not modify them. Throws for an unknown ID. */
  abstract read(ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>>;
}

/** The requested parts of a version. */
export interface ReadVersion {
  readonly own: OwnValues;
  /** The bodies of point 1 and of the requested points that have content. */
  readonly bodies: PartBodies;
  readonly template: TemplateDocument;
}

/** The content of a version for readers of some points. It is cached, so callers must not modify it. */
export interface ReadableVersion {
  /** Header and elements in compressed form. */
  readonly compressed: JsonObject;
  /** The compressed form as canonical JSON. */
  readonly text: string;
  /** Base URL of the service when the version was published. */
  readonly base: string;
  readonly template: TemplateDocument;
}

/** A file, and the place in a version that refers to it. */
export interface VersionFile {
  readonly file: KeptFiles[string];
  readonly versionId: number;
  readonly point: Point;
}

/** Published versions of passports and their parts, for readers who may see more than today's public data. */
export abstract class PassportVersions {
  /** Newest first, at most 1,000; empty if nothing was ever published. */
  abstract ofUuid(uuid: string): Promise<readonly PublishedVersion[]>;

  abstract ofPassport(passportId: number): Promise<readonly PublishedVersion[]>;

  /** The newest published version; undefined if nothing was ever published. */
  abstract newestOf(passportId: number): Promise<PublishedVersion | undefined>;

  /**
   * Reads only the requested parts. Always returns the same result for a version. Throws if the version was never
   * published.
   */
  abstract read(versionId: number, points: ReadonlySet<Point>): Promise<ReadVersion>;

  /** The file from the newest of these versions that refers to it at one of these points; undefined if none does. */
  abstract file(
    versionIds: readonly number[],
    sha256: string,
    points: ReadonlySet<Point>,
  ): Promise<VersionFile | undefined>;

  /** The content for readers of these points. Throws if the version was never published. */
  abstract readable(versionId: number, points: ReadonlySet<Point>): Promise<ReadableVersion>;
}
