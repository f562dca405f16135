import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { addVary, Anonymous, Bytes, Describes, preferredType, sendDocument } from '../../../../../libs/web/index.js';
import { answers, type StoreView } from '../../../../../libs/operations/index.js';
import { InStore } from '../../../../../libs/rest/index.js';
import { DppSettings } from '../../../passport/index.js';
import { readDigitalLink } from '../../domain/gs1/read-digital-link.js';
import { PublishedPassports, PublicNotices } from '../../ports/published-passports.js';
import { answerUnpublished } from '../notice/answer-notice.js';
import { languagesFor } from '../page/languages.js';
import { answerNoPassport, answerWrongLink, wantsPage } from '../page/not-found.js';
import { firstLevelOf, levelsOf, noticeAbove } from './link-levels.js';
import { DEFAULT_LINK, GS1_PREFIX, GS1_VOCABULARY, type Wanted, wantedBy } from './link-types.js';
import { anchorOf, bestLink, type LinkLevel, linksetOf, linksOf, withQuery, linkKeyOf } from './linkset.js';

const LINKSET = 'application/linkset+json';
const JSON_TYPE = 'application/json';
const JSON_LD = 'application/ld+json';
/** A media type that only matches wildcard Accept headers, so that it is preferred exactly for those. */
const NOTHING_ELSE = 'x-any/x-any';
/** GS1 link type of the page, which also serves linked data. */
const PAGE = 'pip';
/** The JSON-LD context of linksets: sent as a Link header with JSON, and inline with linked data. */
const CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';
const CONTEXT_LINK = `<${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="${JSON_LD}"; title="Linkset context"`;
/** Clients must revalidate, because targets can change with every publication or archiving. */
const CACHED = 'no-cache';

/** Paths up to variant, batch and serial number. GS1 defines no deeper paths. */
const PATHS = [
  '/01',
  '/01/:a',
  '/01/:a/:b',
  '/01/:a/:b/:c',
  '/01/:a/:b/:c/:d',
  '/01/:a/:b/:c/:d/:e',
  '/01/:a/:b/:c/:d/:e/:f',
  '/01/:a/:b/:c/:d/:e/:f/:g',
];

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** The raw query string. */
const queryOf = (url: string): string => /\?(.*)$/s.exec(url)?.[1] ?? '';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** True if a name-value pair of the query is `linkType`, in any case and encoding. */
const isLinkType = (pair: string): boolean => /^linktype(?:\[|$)/i.test(decoded(pair.split('=', 1)[0] ?? ''));

const pairsOf = (url: string): readonly string[] =>
  queryOf(url)
    .split('&')
    .filter((pair) => pair !== '');

const linkTypeIn = (url: string): string | undefined => {
  const pair = pairsOf(url).find(isLinkType);
  return pair === undefined ? undefined : decoded(/=(.*)$/s.exec(pair)?.[1] ?? '');
};

/** Percent-encodes characters that Node accepts in a request line but URLs must not contain. */
const ascii = (query: string): string =>
  query.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(Buffer.from(text, 'latin1').toString()));

/** The query without resolver parameters; all others are passed on as they are. */
const passedOn = (url: string): string =>
  ascii(
    pairsOf(url)
      .filter((pair) => !isLinkType(pair))
      .join('&'),
  );

/** The product key of the address, or a refusal of an invalid address. */
const keyOf = (request: Request): NonNullable<ReturnType<typeof linkKeyOf>> | InputRefused => {
  try {
    const link = readDigitalLink(['01', ...Object.values(request.params).map(String)], queryOf(request.url));
    const key = link && linkKeyOf(link);
    return key ?? InputRefused.sentence('The address is not a GS1 Digital Link of a product. Correct the address.');
  } catch (error) {
    if (error instanceof InputRefused) return error;
    throw error;
  }
};

const SERVICE = 'dppResolverV1';

/** Resolves GS1 Digital Links under GS1-Conformant Resolver 1.2 (passports-public.md). */
@Controller()
export class ResolverController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly notices: PublicNotices,
    private readonly settings: DppSettings,
  ) {}

  @Get(PATHS)
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Resolve a GS1 Digital Link',
    about:
      'Redirects (307) to the JSON of the passport, or to its page if the request prefers `text/html` or ' +
      `\`${JSON_LD}\`. With \`linkType\`, redirects to a link of ` +
      `that type. Returns the RFC 9264 linkset for \`linkType=linkset\`, \`linkType=all\` or \`Accept: ${LINKSET}\`.`,
    answer: answers.bytes(LINKSET, JSON_TYPE, JSON_LD),
    errors: [400, 404, 410],
    paths: ['/01/:gtin', '/01/:gtin/10/:batch', '/01/:gtin/21/:serial', '/01/:gtin/10/:batch/21/:serial'],
  })
  async resolve(@Req() request: Request, @Res() response: Response, @InStore() store: StoreView): Promise<void> {
    const key = keyOf(request);
    if (key instanceof InputRefused) {
      // Browsers get a page, because people cannot use a JSON error.
      if (!wantsPage(request)) throw key;
      answerWrongLink(request, response);
      return;
    }
    const wanted = this.wanted(request);
    const levels = wanted.kind === 'linkset' ? await levelsOf(this.passports, key, store.storeId) : [];
    const asked = wanted.kind === 'linkset' ? levels[0] : await firstLevelOf(this.passports, key, store.storeId);
    const notice = await noticeAbove(this.notices, key, asked?.key);
    if (!asked || notice) {
      answerUnpublished(request, response, notice);
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
    if (wanted.kind === 'linkset') this.sendLinkset(request, response, levels);
    else this.redirect(request, response, asked, wanted.type);
  }

  @Get('/.well-known/gs1resolver')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the GS1 resolver description file',
    answer: answers.bytes(JSON_TYPE),
  })
  describe(@Req() request: Request, @Res() response: Response): void {
    const file = {
      name: 'Kontor',
      resolverRoot: this.settings.publicBaseUrl,
      supportedPrimaryKeys: ['01'],
      supportedLinkType: [{ namespace: GS1_VOCABULARY, prefix: GS1_PREFIX }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: CONTEXT,
    };
    sendDocument(request, response, {
      body: JSON.stringify(file, null, 2),
      type: JSON_TYPE,
      cacheControl: 'public, max-age=3600',
    });
  }

  private wanted(request: Request): Wanted {
    const linkType = linkTypeIn(request.url);
    const asked = linkType === undefined ? undefined : wantedBy(linkType);
    if (asked && !(asked.kind === 'link' && asked.type === DEFAULT_LINK)) return asked;
    const type = preferredType(request.headers.accept, [NOTHING_ELSE, 'text/html', JSON_LD, LINKSET, JSON_TYPE]);
    if (!asked && type === LINKSET) return { kind: 'linkset' };
    return { kind: 'link', type: type === 'text/html' || type === JSON_LD ? PAGE : DEFAULT_LINK };
  }

  private sendLinkset(request: Request, response: Response, levels: readonly LinkLevel[]): void {
    const type = preferredType(request.headers.accept, [LINKSET, JSON_TYPE, JSON_LD]);
    const linkset = linksetOf(levels, this.settings.publicBaseUrl);
    sendDocument(request, response, {
      body: JSON.stringify(type === JSON_LD ? { '@context': CONTEXT, ...linkset } : linkset, null, 2),
      type,
      cacheControl: CACHED,
      vary: 'Accept',
      headers: { Link: CONTEXT_LINK },
    });
  }

  /** 307 to the link in the best language, else the first; 404 without a link. */
  private redirect(request: Request, response: Response, { key, passport }: LinkLevel, type: string | undefined): void {
    const links = linksOf(passport, this.settings.publicBaseUrl);
    const ofType = type !== undefined && Object.hasOwn(links, type) ? (links[type] ?? []) : [];
    const [asked] = texts(request.query['lang']);
    const link = bestLink(ofType, languagesFor({ asked, header: request.headers['accept-language'], locale: null }));
    if (!link) {
      answerNoPassport(request, response);
      return;
    }
    response.statusCode = 307;
    addVary(response, 'Accept, Accept-Language');
    response.setHeader('Cache-Control', CACHED);
    response.setHeader('Location', withQuery(link.href, passedOn(request.url)));
    response.setHeader(
      'Link',
      `<${anchorOf(key, this.settings.publicBaseUrl)}?linkType=linkset>; rel="linkset"; type="${LINKSET}"; title="All links of this product"`,
    );
    response.setHeader('Content-Length', 0);
    response.end();
  }
}
