import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey, Queried } from '../../../../../libs/rest/index.js';
import { Anonymous, Bytes, Describes, sendDocument } from '../../../../../libs/web/index.js';
import { PublishedPassports, PublicNotices } from '../../ports/published-passports.js';
import { answerUnpublished } from '../notice/answer-notice.js';
import { isUuid } from '../page/names.js';
import { moduleMmOf, printOf, QrQuery } from '../../../passport/index.js';
import { QrCodes } from './qr-codes.js';

/** Revalidated each time: the code's content never changes, but an archived passport has no code. */
const CACHED = 'public, no-cache';

const SERVICE = 'dppPassportQrCodeV1';

/** The printed code of a passport (passports-public.md), fixed at first publication. */
@Controller('/dpp')
export class QrController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly notices: PublicNotices,
    private readonly codes: QrCodes,
  ) {}

  @Get(':uuid/qr.svg')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the QR code of a passport as SVG',
    about: 'With `module_mm`, the image has a fixed print size. Without it, the image is sized for screens.',
    answer: answers.bytes('image/svg+xml'),
    errors: [400, 404, 410],
  })
  async svg(
    @PathKey('uuid') uuid: string,
    @Queried(QrQuery) query: QrQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const target = await this.targetOf(uuid);
    if (target === undefined) {
      answerUnpublished(request, response, isUuid(uuid) ? await this.notices.byUuid(uuid) : undefined);
      return;
    }
    sendDocument(request, response, {
      body: await this.codes.svg(target, formOf(query), moduleMmOf(query)),
      type: 'image/svg+xml',
      cacheControl: CACHED,
    });
  }

  @Get(':uuid/qr.png')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the QR code of a passport as PNG',
    about: 'The image file specifies its print size, based on `module_mm` (default 0.5).',
    answer: answers.bytes('image/png'),
    errors: [400, 404, 410],
  })
  async png(
    @PathKey('uuid') uuid: string,
    @Queried(QrQuery) query: QrQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const target = await this.targetOf(uuid);
    if (target === undefined) {
      answerUnpublished(request, response, isUuid(uuid) ? await this.notices.byUuid(uuid) : undefined);
      return;
    }
    const body = await this.codes.png(target, formOf(query), printOf(query));
    sendDocument(request, response, { body, type: 'image/png', cacheControl: CACHED });
  }

  private async targetOf(uuid: string): Promise<string | undefined> {
    return isUuid(uuid) ? (await this.passports.byUuid(uuid))?.qrTarget : undefined;
  }
}

const formOf = ({ level, quiet }: QrQuery): Pick<QrQuery, 'level' | 'quiet'> => ({ level, quiet });
