import { Injectable } from '@nestjs/common';
import type { Json } from '../../passport/domain/index.js';
import { dynamicProperties, type Point, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { payloadElements } from '../../versions/domain/index.js';
import { Measurements, PassportVersions, VersionParts } from '../../versions/index.js';
import { EVERYBODY } from '../domain/reader.js';

export interface MeasuredValue {
  readonly name: string;
  readonly value: Json;
  readonly element: Json;
  readonly at: Date;
}

/** With the template that says what the values are. */
export interface Measured {
  readonly template: TemplateDocument;
  readonly values: readonly MeasuredValue[];
}

/**
 * What of passports changes in use, for those who may see it. The newest version says who does, whichever is read: what it has
 * moved to another point is seen by nobody through an older one (passports-readers.md, "Measurements").
 */
@Injectable()
export class MeasuredValues {
  constructor(
    private readonly versions: PassportVersions,
    private readonly parts: VersionParts,
    private readonly measurements: Measurements,
  ) {}

  /** Names of what readers of these points see, measured yet or not. */
  async seen(
    passportId: number,
    points: ReadonlySet<Point>,
  ): Promise<{ readonly template: TemplateDocument; readonly names: readonly string[] }> {
    const newest = await this.versions.newestOf(passportId);
    if (!newest) throw new Error('a passport that is read was never published');
    const { template } = await this.parts.read(newest.id, EVERYBODY.points);
    const names = dynamicProperties(shapeOf(template.schema))
      .filter(({ point }) => point !== null && points.has(point))
      .map(({ name }) => name);
    return { template, names };
  }

  /** The newest good values and their instants, of all or of those before an instant. */
  async of(passportId: number, points: ReadonlySet<Point>, before: Date | null = null): Promise<Measured> {
    const { template, names } = await this.seen(passportId, points);
    const shape = shapeOf(template.schema);
    const newest = await this.measurements.newest(passportId, names, before);
    const values = [...newest.values()].map(({ point, value, at }) => ({
      name: point,
      value,
      element: payloadElements({ [point]: value }, shape)[point] ?? null,
      at,
    }));
    return { template, values };
  }
}
