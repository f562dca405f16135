import { HttpCode, Post } from '@nestjs/common';
import type { Request } from 'express';
import { answers, type Caller } from '../../../../../libs/operations/index.js';
import { PathId, RestController, SignedIn, StreamsBody } from '../../../../../libs/rest/index.js';
import { Describes, Needs } from '../../../../../libs/web/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { Measure, MEASURED_MAX } from '../../application/measure.js';
import { MEASUREMENT_BODIES, sentMeasurements } from '../sent-measurements.js';

/** Measurements by signed-in callers (passports-readers.md, "Measurements"). */
@RestController('dpp/manage/passports')
export class MeasurementsController {
  constructor(private readonly measure: Measure) {}

  @Post(':id/measurements')
  @HttpCode(200)
  @Needs(DPP_RIGHTS.save)
  @Describes({
    service: 'dppMeasurementV1',
    summary: 'Add measurements of a passport',
    about:
      `Takes at most ${MEASURED_MAX} measurements as JSON or JSON Lines: {point, at, value}. To void a wrong measurement, send ` +
      '{point, at, "void": true, reason}. Stores all or none, and skips measurements that already exist. Returns ' +
      '`{received, stored}`, with `warnings` if values contradict each other.',
    tag: 'Product passports',
    answer: answers.bytes('application/json'),
    errors: [400, 404],
  })
  async add(
    @PathId('id') id: number,
    @SignedIn() caller: Caller,
    @StreamsBody(MEASUREMENT_BODIES) request: Request,
  ): Promise<unknown> {
    return this.measure.record(id, await sentMeasurements(request), { by: actorOf(caller) });
  }
}
