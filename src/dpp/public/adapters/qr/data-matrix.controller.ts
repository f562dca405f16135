import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ElementString } from '../../../../../libs/codes/index.js';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey, Queried } from '../../../../../libs/rest/index.js';
import { Anonymous, Bytes, Describes, sendDocument } from '../../../../../libs/web/index.js';
import { type PublishedPassport, PublishedPassports, PublicNotices } from '../../ports/published-passports.js';
import { answerUnpublished } from '../notice/answer-notice.js';
import { isUuid } from '../page/names.js';
import { elementString } from '../../../passport/domain/index.js';
import { DataMatrixQuery, moduleMmOf, printOf } from '../../../passport/index.js';
import { QrCodes } from './qr-codes.js';

const CACHED = 'public, no-cache';
const SERVICE = 'dppPassportQrCodeV1';

/** An alternative to the QR code for small spaces or scanners that read no QR codes (passports-public.md, "Codes"). */
@Controller('/dpp')
export class DataMatrixController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly notices: PublicNotices,
    private readonly codes: QrCodes,
  ) {}

  @Get(':uuid/datamatrix.svg')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the Data Matrix code of a passport as SVG',
    answer: answers.bytes('image/svg+xml'),
    errors: [400, 404, 410],
  })
  async matrixSvg(
    @PathKey('uuid') uuid: string,
    @Queried(DataMatrixQuery) query: DataMatrixQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const passport = await this.passportOf(uuid, request, response);
    if (!passport) return;
    sendDocument(request, response, {
      body: await this.codes.dataMatrixSvg(saidBy(passport, query), query.quiet, moduleMmOf(query)),
      type: 'image/svg+xml',
      cacheControl: CACHED,
    });
  }

  @Get(':uuid/datamatrix.png')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the Data Matrix code of a passport as PNG',
    answer: answers.bytes('image/png'),
    errors: [400, 404, 410],
  })
  async matrixPng(
    @PathKey('uuid') uuid: string,
    @Queried(DataMatrixQuery) query: DataMatrixQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const passport = await this.passportOf(uuid, request, response);
    if (!passport) return;
    const body = await this.codes.dataMatrixPng(saidBy(passport, query), query.quiet, printOf(query));
    sendDocument(request, response, { body, type: 'image/png', cacheControl: CACHED });
  }

  private async passportOf(uuid: string, request: Request, response: Response): Promise<PublishedPassport | undefined> {
    const passport = isUuid(uuid) ? await this.passports.byUuid(uuid) : undefined;
    if (!passport) answerUnpublished(request, response, isUuid(uuid) ? await this.notices.byUuid(uuid) : undefined);
    return passport;
  }
}

const saidBy = (passport: PublishedPassport, { content }: DataMatrixQuery): string | ElementString => {
  if (content === 'link') return passport.qrTarget;
  const elements = elementString(passport);
  if (!elements)
    throw InputRefused.sentence('This passport has no GTIN and therefore no element string. Send content=link.');
  return elements;
};
