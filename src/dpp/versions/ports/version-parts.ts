import type { JsonObject } from '../../passport/domain/index.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';
import type { OwnValues, PartBodies } from '../domain/index.js';

/** What of a version some points tell. */
export interface ReadVersion {
  readonly own: OwnValues;
  /** Point 1 is always there; of the others, those that were asked for and say something. */
  readonly bodies: PartBodies;
  readonly template: TemplateDocument;
}

/** What readers of some points are told of a version: the same for ever, so that it may be remembered. Nobody may change it. */
export interface ToldVersion {
  /** Header and elements in the compressed representation. */
  readonly compressed: JsonObject;
  /** The same as canonical JSON. */
  readonly text: string;
  /** The address in front of those of its parts, as it was at publication. */
  readonly base: string;
  readonly template: TemplateDocument;
}

/** Versions as they were published, in their parts. */
export abstract class VersionParts {
  /** The same each time. Throws if the version was never published. What wasn't asked for isn't read. */
  abstract read(versionId: number, points: ReadonlySet<Point>): Promise<ReadVersion>;

  /** What readers of these points are told. Throws if the version was never published. */
  abstract told(versionId: number, points: ReadonlySet<Point>): Promise<ToldVersion>;
}
