import { Injectable } from '@nestjs/common';
import type { Json } from '../../passport/domain/index.js';
import { dynamicProperties, type Point, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { payloadElements } from '../../versions/domain/index.js';
import { Measurements, PassportVersions } from '../../versions/index.js';
import { EVERYBODY } from '../domain/reader.js';

export interface MeasuredValue {
  readonly name: string;
  readonly value: Json;
  readonly element: Json;
  readonly at: Date;
}

/** Measured values with the template that defines them. */
export interface Measured {
  readonly template: TemplateDocument;
  readonly values: readonly MeasuredValue[];
}

interface Seen {
  readonly template: TemplateDocument;
  readonly names: readonly string[];
}

/**
 * Measured values for entitled readers. The newest version decides who may read them, even in older versions
 * (passports-readers.md, "Measurements").
 */
@Injectable()
export class MeasuredValues {
  constructor(
    private readonly versions: PassportVersions,
    private readonly measurements: Measurements,
  ) {}

  /**
   * Names of measured values that readers of these points may see, with or without measurements. `newest` is the
   * template of the newest version, if known.
   */
  async seen(passportId: number, points: ReadonlySet<Point>, newest?: TemplateDocument): Promise<Seen> {
    const template = newest ?? (await this.newestTemplate(passportId));
    const names = dynamicProperties(shapeOf(template.schema))
      .filter(({ point }) => point !== null && points.has(point))
      .map(({ name }) => name);
    return { template, names };
  }

  /** The newest valid values with their times, optionally before an instant. */
  async find(
    passportId: number,
    points: ReadonlySet<Point>,
    { before, newest }: { readonly before: Date | null; readonly newest?: TemplateDocument | undefined },
  ): Promise<Measured> {
    const { template, names } = await this.seen(passportId, points, newest);
    const shape = shapeOf(template.schema);
    const values = [...(await this.measurements.newest(passportId, names, before)).values()];
    return {
      template,
      values: values.map(({ point, value, at }) => ({
        name: point,
        value,
        element: payloadElements({ [point]: value }, shape)[point] ?? null,
        at,
      })),
    };
  }

  private async newestTemplate(passportId: number): Promise<TemplateDocument> {
    const newest = await this.versions.newestOf(passportId);
    if (!newest) throw new Error('a passport that is read was never published');
    return (await this.versions.read(newest.id, EVERYBODY.points)).template;
  }
}
