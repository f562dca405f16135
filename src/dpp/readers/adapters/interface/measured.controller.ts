import { withCommas } from '../../../../../libs/kernel/index.js';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey, StreamsBody } from '../../../../../libs/rest/index.js';
import { Anonymous, Bytes, Describes } from '../../../../../libs/web/index.js';
import { DppSettings } from '../../../passport/index.js';
import { Measure } from '../../application/measure.js';
import { ReadPassports } from '../../application/read-passports.js';
import { WhoReads } from '../../application/who-reads.js';
import { instantOf } from '../../domain/grant.js';
import { uuidNamed } from '../../domain/product-ids.js';
import { MEASUREMENT_BODIES, sentMeasurements } from '../sent-measurements.js';
import { fail, failSignIn, succeed, tokenOf } from './answer.js';

const NONE = 'No passport is published under this identifier.';
const SERVICE = 'dppReadV1';
const TAG = 'Passports by EN 18222';
const PAGE_MAX = 1000;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Measurement series, read and written with grants (passports-readers.md, "Measurements"). */
@Controller('/dpp/v1')
export class MeasuredController {
  constructor(
    private readonly measure: Measure,
    private readonly passports: ReadPassports,
    private readonly who: WhoReads,
    private readonly settings: DppSettings,
  ) {}

  @Post('dpps/:id/measurements')
  @HttpCode(200)
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Add measurements to a passport, using a grant with the scope `measure`',
    about:
      'Accepts the same body as `POST /V1/dpp/manage/passports/:id/measurements`, but only measurements of the points that the grant allows.',
    tag: TAG,
    answer: answers.bytes('application/json'),
    errors: [400, 401, 403, 404],
  })
  add(
    @PathKey('id') id: string,
    @StreamsBody(MEASUREMENT_BODIES) request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, async () => {
      const token = tokenOf(request) ?? '';
      await this.who.byToken(token);
      const uuid = uuidNamed(id, this.settings.publicBaseUrl);
      const sent = await sentMeasurements(request);
      // Bodies can arrive slowly, so the grant is checked again after the body has been read and validated.
      const measured =
        uuid === undefined ? undefined : await this.measure.recordByGrant(uuid, sent, () => this.who.byToken(token));
      return measured && JSON.stringify(measured);
    });
  }

  @Get('dpps/:id/measurements')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Read the measurements of one measured point of a passport',
    about: `Requires the query parameter \`point\`. The optional \`from\` is inclusive and \`to\` is exclusive. Returns at most ${withCommas(PAGE_MAX)} measurements, oldest first. For the next page, send \`next\` as \`from\`.`,
    tag: TAG,
    answer: answers.bytes('application/json'),
    errors: [400, 401, 404],
  })
  series(@PathKey('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response, async () => {
      const grant = await this.who.byToken(tokenOf(request) ?? '');
      const uuid = uuidNamed(id, this.settings.publicBaseUrl);
      const { point, from, to } = request.query;
      const [begin, end] = [from, to].map((text) => (text === undefined ? null : instantOf(textOf(text) ?? '')));
      if (typeof point !== 'string' || begin === undefined || end === undefined) {
        fail(
          response,
          400,
          'The query parameters are invalid. Send point. Values of from and to must be days (2026-05-01) or times with a time zone (2026-05-01T08:00:00Z), from 1970 to 9999.',
        );
        return null;
      }
      const passportId =
        grant && uuid !== undefined ? await this.passports.mayReadSeries(uuid, point, grant) : undefined;
      if (passportId === undefined) return undefined;
      const found = await this.measure.series(passportId, point, { from: begin, to: end }, PAGE_MAX + 1);
      const next = found[PAGE_MAX];
      return JSON.stringify({
        point,
        measurements: found.slice(0, PAGE_MAX).map(({ at, value, voided }) => ({
          at: at.toISOString(),
          value,
          ...(voided === null ? {} : { voided }),
        })),
        ...(next ? { next: next.at.toISOString() } : {}),
      });
    });
  }

  /** Null if the response has already been sent. */
  private async answer(
    request: Request,
    response: Response,
    work: () => Promise<string | undefined | null>,
  ): Promise<void> {
    try {
      const body = await work();
      if (body === undefined) fail(response, 404, NONE);
      else if (body !== null) succeed(request, response, body);
    } catch (error) {
      failSignIn(response, error);
    }
  }
}
