import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, Bytes, Describes, sendDocument } from '../../../../../libs/web/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey } from '../../../../../libs/rest/index.js';
import { PublishedPassports } from '../../ports/published-passports.js';
import { answerNoPassport } from '../page/not-found.js';
import { isUuid } from '../page/uuid.js';
import { QrCodes } from './qr-codes.js';

/** Kept, but asked for again: what it says never changes, but a passport that is archived has no code any more. */
const CACHED = 'public, no-cache';

const SERVICE = 'dppPassportQrCodeV1';

/** The printed code of a passport (passports-public.md): what it says is fixed at first publication. */
@Controller('/dpp')
export class QrController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly codes: QrCodes,
  ) {}

  @Get(':uuid/qr.svg')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'The QR code of a passport as SVG',
    answer: answers.bytes('image/svg+xml'),
    errors: [404],
  })
  async svg(@PathKey('uuid') uuid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const target = await this.targetOf(uuid);
    if (target === undefined) {
      answerNoPassport(request, response);
      return;
    }
    // Opened on its own it is a document: it may load nothing at all.
    const headers = { 'Content-Security-Policy': "default-src 'none'" };
    sendDocument(request, response, {
      body: await this.codes.svg(target),
      type: 'image/svg+xml',
      cacheControl: CACHED,
      headers,
    });
  }

  @Get(':uuid/qr.png')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'The QR code of a passport as PNG',
    answer: answers.bytes('image/png'),
    errors: [404],
  })
  async png(@PathKey('uuid') uuid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const target = await this.targetOf(uuid);
    if (target === undefined) {
      answerNoPassport(request, response);
      return;
    }
    sendDocument(request, response, { body: await this.codes.png(target), type: 'image/png', cacheControl: CACHED });
  }

  private async targetOf(uuid: string): Promise<string | undefined> {
    return isUuid(uuid) ? (await this.passports.byUuid(uuid))?.qrTarget : undefined;
  }
}
