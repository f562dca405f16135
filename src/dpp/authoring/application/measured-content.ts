import { Injectable } from '@nestjs/common';
import { isInWork } from '../../passport/domain/index.js';
import { dynamicProperties, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { Measurements } from '../../versions/index.js';
import type { StoredVersion } from '../ports/passport-book.js';

interface Measured {
  readonly version: StoredVersion;
  /** Data points with measurements, including points whose measurements were all voided. */
  readonly points: readonly string[];
}

/**
 * A version with measured values in place of authored ones, as entitled readers see it (passports-readers.md,
 * "Measurements").
 */
@Injectable()
export class MeasuredContent {
  constructor(private readonly measurements: Measurements) {}

  /**
   * The newest measured value replaces the authored one. The authored value counts only if nothing was ever measured;
   * if all values were voided, it is missing. A first draft has no measurements.
   */
  async withMeasuredValues(version: StoredVersion, template: TemplateDocument): Promise<StoredVersion> {
    return (await this.measured(version, template)).version;
  }

  async measured(version: StoredVersion, { schema }: TemplateDocument): Promise<Measured> {
    const points = dynamicProperties(shapeOf(schema)).map(({ name }) => name);
    const isFirstDraft = version.version === 1 && isInWork(version.status);
    if (points.length === 0 || isFirstDraft) return { version, points: [] };
    const { passportId, dppPayload } = version;
    const newest = await this.measurements.newest(passportId, points);
    const written = points.filter((point) => !newest.has(point) && Object.hasOwn(dppPayload, point));
    const voided = await this.measurements.measured(passportId, written);
    const kept = Object.entries(dppPayload).filter(([name]) => !voided.has(name));
    const measured = [...newest.values()].map(({ point, value }) => [point, value] as const);
    return {
      version: { ...version, dppPayload: Object.fromEntries([...kept, ...measured]) },
      points: [...newest.keys(), ...voided],
    };
  }
}
