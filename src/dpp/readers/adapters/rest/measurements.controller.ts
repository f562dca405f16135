import { withCommas } from '../../../../../libs/kernel/index.js';
import { HttpCode, Post } from '@nestjs/common';
import type { Request } from 'express';
import { answers, type Caller } from '../../../../../libs/operations/index.js';
import { PathId, RestController, SignedIn, StreamsBody, Within } from '../../../../../libs/rest/index.js';
import { answerTo, Describes, Needs } from '../../../../../libs/web/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { Measure, MEASURED_MAX, type MeasuredItem } from '../../application/measure.js';
import { MANY_MEASUREMENTS, MEASUREMENT_BODIES, sentMeasurements } from '../sent-measurements.js';

/** Measurements by signed-in callers (passports-readers.md, "Measurements"). */
@RestController('dpp/manage')
export class MeasurementsController {
  constructor(private readonly measure: Measure) {}

  @Post('passports/:id/measurements')
  @HttpCode(200)
  @Needs(DPP_RIGHTS.save)
  @Describes({
    service: 'dppMeasurementV1',
    summary: 'Add measurements to a passport',
    about: `Accepts at most ${withCommas(MEASURED_MAX)} measurements \`{point, at, value}\` as JSON or JSON Lines. To void a wrong measurement, send \`{point, at, "void": true, reason}\`. If one of them is invalid, none is stored. Measurements that already exist are skipped. Returns \`{received, stored}\`, with \`warnings\` if values contradict each other.`,
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

  @Post('measurements')
  @HttpCode(200)
  @Needs(DPP_RIGHTS.save)
  @Within('bulk')
  @Describes({
    service: 'dppMeasurementV1',
    summary: 'Add measurements to the passports of several items',
    about: `Accepts at most ${withCommas(MEASURED_MAX)} measurements as JSON or JSON Lines, each with the GTIN and serial number of its item. Each item succeeds or fails on its own. Returns \`{stored, failed, items: [{gtin, serial, status, received, stored, error}]}\`.`,
    tag: 'Product passports',
    answer: answers.bytes('application/json'),
    errors: [400],
    never: [404],
  })
  async addMany(@SignedIn() caller: Caller, @StreamsBody(MANY_MEASUREMENTS) request: Request): Promise<unknown> {
    const outcomes = await this.measure.recordMany(await sentMeasurements(request), actorOf(caller));
    const failed = outcomes.filter(({ status }) => status === 'failed').length;
    return { stored: outcomes.length - failed, failed, items: outcomes.map(itemOf) };
  }
}

const itemOf = (outcome: MeasuredItem): object => {
  if (outcome.status === 'stored') return { ...outcome, error: null };
  const { refusal, ...item } = outcome;
  return { ...item, error: answerTo(refusal)?.body ?? null };
};
