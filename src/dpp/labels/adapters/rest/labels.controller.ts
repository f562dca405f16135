import { Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock, InputRefused, invalidValue, refuse, required } from '../../../../../libs/kernel/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { StringField } from '../../../../../libs/records/index.js';
import { Queried, RestController } from '../../../../../libs/rest/index.js';
import { Bytes, Describes, Needs } from '../../../../../libs/web/index.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { PrintLabels } from '../../application/print-labels.js';
import { LABELS_MAX, PDF, sendLabels, SheetQuery } from './send-labels.js';

class LabelsQuery extends SheetQuery {
  @StringField({
    about: `Passport IDs, separated by commas; at most ${LABELS_MAX}`,
    required: true,
    maxLength: 8000,
    example: '17,18',
  })
  readonly ids!: string;
}

const idsOf = (text: string): readonly number[] => {
  const ids = text.split(',').map((one) => one.trim());
  if (text.trim() === '') refuse([required('ids')]);
  refuse(
    ids
      .filter((id) => !/^[1-9]\d{0,15}$/.test(id))
      .slice(0, 1)
      .map((id) => invalidValue('ids', id, 'IDs of passports, separated by commas')),
  );
  if (ids.length > LABELS_MAX)
    throw InputRefused.sentence(
      'The request is for %count labels, but at most %most can be printed at once. Send fewer IDs.',
      {
        count: ids.length,
        most: LABELS_MAX,
      },
    );
  return ids.map(Number);
};

/** Label printing (passports.md, "Labels"). */
@RestController('dpp/manage/passports')
export class LabelsController {
  constructor(
    private readonly labels: PrintLabels,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('labels.pdf')
  @Needs(DPP_RIGHTS.read)
  @Bytes()
  @Describes({
    service: 'dppLabelV1',
    summary: 'Print labels for passports as a PDF file',
    about:
      'Returns A4 pages of QR codes in the order of `ids`. The name, GTIN, batch and serial number are printed below each code. Every passport must have been published, because publication fixes the content of its code.',
    tag: 'Product passports',
    answer: answers.bytes(PDF),
    errors: [400, 404],
  })
  async pdf(@Queried(LabelsQuery, { strict: true }) query: LabelsQuery, @Res() response: Response): Promise<void> {
    await sendLabels(response, await this.labels.labelsFor(idsOf(query.ids)), query, this.clock.now());
  }
}
