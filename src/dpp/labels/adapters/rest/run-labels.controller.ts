import { Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../../../../../libs/kernel/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { IntField, StringField } from '../../../../../libs/records/index.js';
import { PathKey, Queried, RestController } from '../../../../../libs/rest/index.js';
import { Bytes, Describes, Needs } from '../../../../../libs/web/index.js';
import { CodesForm, DPP_RIGHTS } from '../../../passport/index.js';
import { NotReserved, PrintLabels } from '../../application/print-labels.js';
import type { Label } from '../../domain/label-text.js';
import { drawerOf, codesZip, fileNames } from '../zip/draw-codes.js';
import { LABELS_MAX, PDF, sendLabels, sendPieces, SheetQuery } from './send-labels.js';

const ZIP = 'application/zip';
/** Seconds. A run reserves thousands of serial numbers in this time. */
const RETRY_S = '5';
const FIRST = {
  about: 'Position in the run of the first item to include, starting at 1',
  min: 1,
  default: 1,
  example: 1,
} as const;
const COUNT = {
  about: `Maximum number of items to include, up to ${LABELS_MAX}`,
  min: 1,
  max: LABELS_MAX,
  default: LABELS_MAX,
  example: LABELS_MAX,
} as const;

class RunSheetQuery extends SheetQuery {
  @IntField(FIRST)
  readonly first!: number;

  @IntField(COUNT)
  readonly count!: number;
}

class CodesQuery extends CodesForm {
  @IntField(FIRST)
  readonly first!: number;

  @IntField(COUNT)
  readonly count!: number;

  @StringField({ about: 'Image format of each file', words: ['svg', 'png'], default: 'svg', example: 'svg' })
  readonly format!: 'svg' | 'png';
}

/**
 * Labels and codes of a run (passports.md, "Runs of serial numbers"), available once its serial numbers are reserved.
 */
@RestController('dpp/manage/runs/:uuid')
export class RunLabelsController {
  constructor(
    private readonly printLabels: PrintLabels,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('labels.pdf')
  @Needs(DPP_RIGHTS.read)
  @Bytes()
  @Describes({
    service: 'dppLabelV1',
    summary: 'Print labels for the items of a run as a PDF file',
    about: 'Returns the labels in the order of the serial numbers, with the same layout as labels for passports.',
    tag: 'Product passports',
    answer: answers.bytes(PDF),
    errors: [400, 404, 409],
  })
  async ofRun(
    @PathKey('uuid') uuid: string,
    @Queried(RunSheetQuery, { strict: true }) query: RunSheetQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendLabels(response, await this.labels(uuid, query, response), query, this.clock.now());
  }

  @Get('codes.zip')
  @Needs(DPP_RIGHTS.read)
  @Bytes()
  @Describes({
    service: 'dppLabelV1',
    summary: 'Download the QR or Data Matrix codes of a run as a ZIP file',
    about:
      'The ZIP file contains one QR code or Data Matrix code per item, in the order of the serial numbers. Each code is a file named after the serial number of its item. Characters that Windows does not accept are percent-encoded.',
    tag: 'Product passports',
    answer: answers.bytes(ZIP),
    errors: [400, 404, 409],
  })
  async codesOfRun(
    @PathKey('uuid') uuid: string,
    @Queried(CodesQuery, { strict: true }) query: CodesQuery,
    @Res() response: Response,
  ): Promise<void> {
    const labels = await this.labels(uuid, query, response);
    const draw = await drawerOf(labels, query, query.format);
    const names = fileNames(labels.map(({ serial }) => serial ?? ''));
    const files = labels.map((label, index) => ({
      name: `${names[index] ?? ''}.${query.format}`,
      draw: () => draw(label),
    }));
    await sendPieces(response, { name: 'codes.zip', type: ZIP }, () => codesZip(files, this.clock.now()));
  }

  private async labels(
    uuid: string,
    { first, count }: Pick<CodesQuery, 'first' | 'count'>,
    response: Response,
  ): Promise<readonly Label[]> {
    try {
      return await this.printLabels.ofRun(uuid, first, count);
    } catch (error) {
      if (error instanceof NotReserved) response.setHeader('Retry-After', RETRY_S);
      throw error;
    }
  }
}
