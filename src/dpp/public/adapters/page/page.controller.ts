import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, Bytes, Describes, preferredType, sendDocument } from '../../../../../libs/web/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey } from '../../../../../libs/rest/index.js';
import type { PublicPassport } from '../../../passport/domain/index.js';
import { PassportStores } from '../../../passport/index.js';
import { type PublishedPassport, PublishedPassports } from '../../ports/published-passports.js';
import { Templates } from '../../../templates/index.js';
import { QrCodes } from '../qr/qr-codes.js';
import { languagesFor } from './languages.js';
import { markup } from './markup.js';
import { answerNoPassport } from './not-found.js';
import { inScript, PAGE_POLICY } from './page-headers.js';
import { PASSPORT_TEMPLATE } from './passport-template.js';
import { passportView } from './passport-view.js';
import { ICON, STYLE } from './style.js';
import { isUuid } from './uuid.js';

const HTML = 'text/html';
const JSON_LD = 'application/ld+json';
const VARY = 'Accept, Accept-Language';
/** Kept by browsers but asked again each time: an archived passport is gone at once. */
const CACHED = 'no-cache';

const SERVICE = 'dppPassportPageV1';

/** The passport for people, and for machines that ask the same address for linked data (passports-public.md). */
@Controller('/dpp')
export class PageController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly templates: Templates,
    private readonly stores: PassportStores,
    private readonly codes: QrCodes,
  ) {}

  @Get(':uuid')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'The page of a passport, or its JSON-LD',
    answer: answers.bytes(HTML, JSON_LD),
    errors: [404],
  })
  async show(@PathKey('uuid') uuid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const passport = isUuid(uuid) ? await this.passports.byUuid(uuid) : undefined;
    if (!passport) {
      answerNoPassport(request, response);
      return;
    }
    if (preferredType(request.headers.accept, [HTML, JSON_LD]) === JSON_LD) {
      const body = await this.passports.jsonldOf(passport);
      sendDocument(request, response, { body, type: JSON_LD, cacheControl: CACHED, vary: VARY });
      return;
    }
    sendDocument(request, response, {
      body: await this.pageOf(passport, request),
      type: `${HTML}; charset=utf-8`,
      cacheControl: CACHED,
      vary: VARY,
      headers: { 'Content-Security-Policy': PAGE_POLICY },
    });
  }

  private async pageOf(passport: PublishedPassport, request: Request): Promise<string> {
    const { uuid, templateCode, templateVersion, storeId } = passport;
    const [template, store] = await Promise.all([
      this.templates.byCode(templateCode, templateVersion),
      this.stores.byId(storeId),
    ]);
    if (!template) throw new Error(`the template ${templateCode} ${templateVersion} of a published passport is gone`);
    const { lang } = request.query;
    const languages = languagesFor({
      asked: typeof lang === 'string' ? lang : undefined,
      header: request.headers['accept-language'],
      locale: store?.locale ?? null,
    });
    const view = JSON.parse(passport.json) as PublicPassport;
    const svg = await this.codes.svg(passport.qrTarget);
    return markup(PASSPORT_TEMPLATE, {
      ...passportView(view, template.document, languages),
      version: passport.version,
      address: passport.publicUrl,
      jsonldAddress: view.jsonld_url,
      jsonld: inScript(await this.passports.jsonldOf(passport)),
      qr: svg,
      // Whatever the address begins with in front of this server; behind a slash the page is its own folder.
      here: request.path.endsWith('/') ? '' : `${uuid}/`,
      icon: ICON,
      style: STYLE,
    });
  }
}
