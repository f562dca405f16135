import { HttpCode, Post } from '@nestjs/common';
import type { Request } from 'express';
import { answers, type Caller } from '../../../../../libs/operations/index.js';
import { PathId, RestController, SignedIn, StreamsBody } from '../../../../../libs/rest/index.js';
import { Describes, Needs } from '../../../../../libs/web/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { Measure, MEASURED_MAX } from '../../application/measure.js';
import { MEASUREMENT_BODIES, sentMeasurements } from '../sent-measurements.js';

/** What changes in use, written by whoever is signed in (passports-readers.md, "Measurements"). */
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
      `At most ${MEASURED_MAX}, JSON or JSON Lines: {point, at, value}, or {point, at, "void": true, reason} for one that was ` +
      'wrong. All or nothing; what is there already is passed over. Answers `{received, stored}`.',
    tag: 'Product passports',
    answer: answers.bytes('application/json'),
    errors: [400, 404],
  })
  async add(
    @PathId('id') id: number,
    @SignedIn() caller: Caller,
    @StreamsBody(MEASUREMENT_BODIES) request: Request,
  ): Promise<unknown> {
    return this.measure.record(id, await sentMeasurements(request), actorOf(caller));
  }
}
