import type { ArchiveReason, JsonObject } from '../../passport/domain/index.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';
import type { KeptFiles, OwnValues, PartBodies } from '../domain/index.js';

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

/** A JSON object as text, and one that it resembles. */
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
   * IDs of these JSON objects in order; missing ones are inserted, those that resemble another one by what differs. Only
   * inside `Transactions.write`.
   */
  abstract store(bodies: readonly SharedBody[]): Promise<readonly number[]>;

  /** Bodies by ID. They are cached, so callers must not change them. Throws for an unknown ID. */
  abstract read(ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>>;
}

/** The requested parts of a version. */
export interface ReadVersion {
  readonly own: OwnValues;
  /** Point 1 is always present; of the others, the requested ones with content. */
  readonly bodies: PartBodies;
  readonly template: TemplateDocument;
}

/** The content of a version for readers of some points. Immutable and cached, so callers must not change it. */
export interface ReadableVersion {
  /** Header and elements in compressed form. */
  readonly compressed: JsonObject;
  /** The same as canonical JSON. */
  readonly text: string;
  /** Base URL of its parts at publication. */
  readonly base: string;
  readonly template: TemplateDocument;
}

/** A file, and where a version names it. */
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

  /** The newest one; undefined if nothing was ever published. */
  abstract newestOf(passportId: number): Promise<PublishedVersion | undefined>;

  /** Always the same result. Throws if the version was never published. Reads only the requested parts. */
  abstract read(versionId: number, points: ReadonlySet<Point>): Promise<ReadVersion>;

  /** The file in the newest of these versions that names it at one of these points; undefined if none does. */
  abstract file(
    versionIds: readonly number[],
    sha256: string,
    points: ReadonlySet<Point>,
  ): Promise<VersionFile | undefined>;

  /** The content for readers of these points. Throws if the version was never published. */
  abstract readable(versionId: number, points: ReadonlySet<Point>): Promise<ReadableVersion>;
}
