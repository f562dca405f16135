import { Clock, dayIn } from '../../../../../libs/kernel/index.js';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  addVary,
  Anonymous,
  Bytes,
  Describes,
  isFromAnotherSite,
  checkContentType,
  preferredType,
  readBytes,
  sendDocument,
  serveFile,
} from '../../../../../libs/web/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey, StreamsBody } from '../../../../../libs/rest/index.js';
import { DppSettings, PassportStores } from '../../../passport/index.js';
import {
  answeredJson,
  type PublishedPassport,
  PublishedPassports,
  PublicNotices,
  EntitledReading,
  type EntitledView,
} from '../../ports/published-passports.js';
import { Templates } from '../../../templates/index.js';
import { QrCodes } from '../qr/qr-codes.js';
import { answerUnpublished } from '../notice/answer-notice.js';
import { DEFAULT_LINK } from '../resolver/link-types.js';
import { linksOf } from '../resolver/linkset.js';
import { languagesFor, requestedLanguage } from './languages.js';
import { linkedInPage, cookieWith, grantSent, noCookie, tokenIn } from './linked-in-page.js';
import { markup } from './markup.js';
import { PASSPORT_TEMPLATE } from './passport-template.js';
import type { AnsweredPassport } from './facts.js';
import { passportView } from './passport-view.js';
import { ICON, STYLE } from './style.js';
import { isUuid } from './names.js';

const HTML = 'text/html';
const JSON_LD = 'application/ld+json';
const JSON_TYPE = 'application/json';
const VARY = 'Accept, Accept-Language, Cookie';
const FORM = 'application/x-www-form-urlencoded';
const FORM_MAX = 4096;
/** Data that depends on a grant must not be cached for others. */
const PRIVATE = 'private, no-store';
/** Browsers revalidate each time, so that an archived passport disappears at once. */
const CACHED = 'no-cache';

const SERVICE = 'dppPassportPageV1';

const FOREIGN_FORM = JSON.stringify({
  message: 'The form was sent from another site. Open the page of the passport and send the form there.',
});

const answerForeignForm = (response: Response): void => {
  response.statusCode = 403;
  response.setHeader('Cache-Control', PRIVATE);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(FOREIGN_FORM);
};

/** The passport page for people, and linked data at the same URL (passports-public.md). */
@Controller('/dpp')
export class PageController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly notices: PublicNotices,
    private readonly templates: Templates,
    private readonly stores: PassportStores,
    private readonly codes: QrCodes,
    private readonly entitled: EntitledReading,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  @Get(':uuid')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the page of a passport, or its JSON-LD',
    about: `Redirects (307) to the JSON of the passport if the request prefers \`${JSON_TYPE}\`.`,
    answer: answers.bytes(HTML, JSON_LD),
    errors: [404, 410],
  })
  async show(@PathKey('uuid') uuid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const passport = isUuid(uuid) ? await this.passports.byUuid(uuid) : undefined;
    if (!passport) {
      answerUnpublished(request, response, isUuid(uuid) ? await this.notices.byUuid(uuid) : undefined);
      return;
    }
    const type = preferredType(request.headers.accept, [HTML, JSON_LD, JSON_TYPE]);
    if (type === JSON_TYPE) {
      this.redirectToJson(passport, response);
      return;
    }
    if (type === JSON_LD) {
      const body = await this.passports.jsonldOf(passport);
      sendDocument(request, response, { body, type: JSON_LD, cacheControl: CACHED, vary: VARY });
      return;
    }
    const token = tokenIn(request);
    const seen = token === undefined ? undefined : await this.entitled.read(token, passport);
    const isPrivate = token !== undefined || request.query['grant'] === 'none';
    sendDocument(request, response, {
      body: await this.pageOf(passport, request, { seen, showsNoMore: isPrivate && seen === undefined }),
      type: `${HTML}; charset=utf-8`,
      cacheControl: isPrivate ? PRIVATE : CACHED,
      vary: token === undefined ? VARY : `Authorization, ${VARY}`,
    });
  }

  @Get(':uuid/documents/:sha256')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Download a passport document',
    about:
      'Streams the file that the published version identifies by its SHA-256 hash. A document that is not public requires a cookie with a grant for the Annex XIII point of the document. With a grant, documents of older versions are available too. Supports If-None-Match, If-Range and a single byte range.',
    answer: answers.bytes('application/octet-stream'),
    errors: [404, 409, 412, 416],
  })
  async document(
    @PathKey('uuid') uuid: string,
    @PathKey('sha256') sha256: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = isUuid(uuid) ? await this.entitled.file(uuid, sha256, tokenIn(request)) : undefined;
    if (!file) {
      answerUnpublished(request, response, undefined);
      return;
    }
    addVary(response, 'Cookie');
    const headers = { 'Cache-Control': file.isRestricted ? PRIVATE : CACHED };
    await serveFile(request, response, { ...file, headers });
  }

  /** For a passport without a GTIN, the page URL is the product identifier and responds as a Digital Link would. */
  private redirectToJson(passport: PublishedPassport, response: Response): void {
    const [json] = linksOf(passport, this.settings.publicBaseUrl)[DEFAULT_LINK] ?? [];
    if (!json) throw new Error('a published passport without its default link');
    response.statusCode = 307;
    addVary(response, VARY);
    response.setHeader('Cache-Control', CACHED);
    response.setHeader('Location', json.href);
    response.setHeader('Content-Length', 0);
    response.end();
  }

  /** Accepts a grant token from a form and stores it in a cookie for an hour. Without a token, removes the cookie. */
  @Post(':uuid/grant')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Store a grant token in a cookie for the passport page',
    about:
      'Accepts the form field `token` and redirects (303) to the page with a cookie that is valid for an hour. Without a token, removes the cookie. If the token gives access to no further data, redirects to the page with `?grant=none`. Returns 403 if `Sec-Fetch-Site` or `Origin` shows that the form was sent from another site.',
    answer: answers.bytes(HTML),
    errors: [403, 404],
  })
  async grant(
    @PathKey('uuid') uuid: string,
    @StreamsBody({ [FORM]: { schema: { type: 'string' }, example: 'token=…' } }) request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isFromAnotherSite(request, this.settings.publicBaseUrl)) {
      answerForeignForm(response);
      return;
    }
    checkContentType(request.headers['content-type'], [FORM]);
    const sent = grantSent((await readBytes(request, FORM_MAX)).toString('utf8'));
    const passport = isUuid(uuid) ? await this.passports.byUuid(uuid) : undefined;
    if (!passport) {
      answerUnpublished(request, response, undefined);
      return;
    }
    const good =
      sent.token !== undefined && (await this.entitled.mayRead(sent.token, passport)) ? sent.token : undefined;
    response.statusCode = 303;
    response.setHeader('Set-Cookie', good === undefined ? noCookie() : cookieWith(good));
    response.setHeader('Cache-Control', PRIVATE);
    const lang = requestedLanguage(request.query['lang']);
    const query = new URLSearchParams({
      ...(lang === undefined ? {} : { lang }),
      ...(sent.isFilled && good === undefined ? { grant: 'none' } : {}),
    });
    // A relative address, which works behind any proxy. The form shows the refusal.
    response.setHeader(
      'Location',
      `../${uuid}${query.size > 0 ? `?${query.toString()}` : ''}${query.has('grant') ? '#grant' : ''}`,
    );
    response.setHeader('Content-Length', 0);
    response.end();
  }

  private async pageOf(
    passport: PublishedPassport,
    request: Request,
    { seen, showsNoMore }: { readonly seen: EntitledView | undefined; readonly showsNoMore: boolean },
  ): Promise<string> {
    const { uuid, templateCode, templateVersion, storeId } = passport;
    const [template, store] = await Promise.all([
      this.templates.byCode(templateCode, templateVersion),
      this.stores.byId(storeId),
    ]);
    if (!template) throw new Error(`the template ${templateCode} ${templateVersion} of a published passport is gone`);
    const asked = requestedLanguage(request.query['lang']);
    const languages = languagesFor({
      asked,
      header: request.headers['accept-language'],
      locale: store?.locale ?? null,
    });
    const view = JSON.parse(answeredJson(passport)) as AnsweredPassport;
    const svg = await this.codes.svg(passport.qrTarget);
    return markup(PASSPORT_TEMPLATE, {
      ...passportView(view, template.document, { languages, today: dayIn('UTC', this.clock.now()), seen }),
      version: passport.version,
      address: passport.publicUrl,
      jsonldAddress: view.jsonld_url,
      jsonld: linkedInPage(await this.passports.jsonldOf(passport), template.document, languages),
      asked,
      showsNoMore,
      qr: svg,
      // Relative, because a proxy can change the path. With a trailing slash, the page is its own folder.
      here: request.path.endsWith('/') ? '' : `${uuid}/`,
      icon: ICON,
      style: STYLE,
    });
  }
}
