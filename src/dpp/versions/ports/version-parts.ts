import type { JsonObject } from '../../passport/domain/index.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';
import type { OwnValues, PartBodies } from '../domain/index.js';

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

/** Published versions in their parts. */
export abstract class VersionParts {
  /** Always the same result. Throws if the version was never published. Reads only the requested parts. */
  abstract read(versionId: number, points: ReadonlySet<Point>): Promise<ReadVersion>;

  /** The content for readers of these points. Throws if the version was never published. */
  abstract readable(versionId: number, points: ReadonlySet<Point>): Promise<ReadableVersion>;
}
