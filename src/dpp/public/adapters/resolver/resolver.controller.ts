import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { addVary, Anonymous, Bytes, Describes, preferredType, sendDocument } from '../../../../../libs/web/index.js';
import { answers, type StoreView } from '../../../../../libs/operations/index.js';
import { InStore } from '../../../../../libs/rest/index.js';
import { DppSettings } from '../../../passport/index.js';
import { digitalLink } from '../../../passport/domain/index.js';
import { type PublishedPassport, PublishedPassports } from '../../ports/published-passports.js';
import { answerNoPassport } from '../page/not-found.js';
import { levelsOf, type LinkKey, linkKeyOf } from './digital-link-path.js';
import { DEFAULT_LINK, GS1_PREFIX, GS1_VOCABULARY, type Wanted, wantedBy } from './link-types.js';
import { type LinkLevel, linksetOf, linksOf } from './linkset.js';

const LINKSET = 'application/linkset+json';
const JSON_TYPE = 'application/json';
const JSON_LD = 'application/ld+json';
/** What makes linked data of a linkset: named beside it, or in it for those who ask for linked data. */
const CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';
const CONTEXT_LINK = `<${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="${JSON_LD}"; title="Linkset context"`;
/** Targets may change with every publication, and what is archived is gone. */
const CACHED = 'no-cache';

/** Up to variant, batch and serial; deeper paths are nothing of GS1. */
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

/** The query as it came, without what spoke to the resolver (all other pairs are passed on). */
const passedOn = (url: string): string =>
  (/\?(.*)$/s.exec(url)?.[1] ?? '')
    .split('&')
    .filter((pair) => pair !== '' && !/^linkType(?:=|$)/i.test(pair))
    .join('&');

const SERVICE = 'dppResolverV1';

/** Resolves GS1 Digital Links after GS1-Conformant Resolver 1.2 (passports-public.md). */
@Controller()
export class ResolverController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly settings: DppSettings,
  ) {}

  @Get(PATHS)
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Where a GS1 Digital Link leads, or all its links',
    about:
      'By default 307 to the page of the passport; with `linkType` to a link of that type. The linkset of RFC 9264 for ' +
      `\`linkType=linkset\`, \`Accept: ${LINKSET}\` or \`${JSON_TYPE}\`.`,
    answer: answers.bytes(LINKSET, JSON_TYPE, JSON_LD),
    errors: [400, 404],
    paths: ['/01/:gtin', '/01/:gtin/10/:batch', '/01/:gtin/21/:serial', '/01/:gtin/10/:batch/21/:serial'],
  })
  async resolve(@Req() request: Request, @Res() response: Response, @InStore() store: StoreView): Promise<void> {
    const key = linkKeyOf(Object.values(request.params).map(String));
    if (!key) throw InputRefused.sentence('This is no GS1 Digital Link of a product.');
    const levels = await this.levels(key, store.storeId);
    const [asked] = levels;
    if (!asked) {
      answerNoPassport(request, response);
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
    const wanted = this.wanted(request);
    if (wanted.kind === 'linkset') this.sendLinkset(request, response, levels);
    else this.redirect(request, response, asked, wanted.type);
  }

  @Get('/.well-known/gs1resolver')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'What this resolver can',
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

  /**
   * What is published for the key and above it, the asked level first; one that only repeats another is left out. A key
   * with batch or serial leads upwards, never to another batch or item of the GTIN.
   */
  private async levels(key: LinkKey, storeId: number): Promise<readonly LinkLevel[]> {
    const isAbove = ({ batch, serial }: PublishedPassport): boolean =>
      (batch === null || batch === key.batch) && (serial === null || serial === key.serial);
    const isWhole = key.batch === undefined && key.serial === undefined;
    const found = await Promise.all(
      levelsOf(key).map(async (level) => ({
        key: level,
        passport: await this.passports.byGtin({ ...level, storeId }),
      })),
    );
    const levels: LinkLevel[] = [];
    for (const { key: level, passport } of found) {
      if (!passport || !(isWhole || isAbove(passport))) continue;
      if (!levels.some((one) => one.passport.uuid === passport.uuid)) levels.unshift({ key: level, passport });
    }
    return levels;
  }

  private wanted(request: Request): Wanted {
    const [linkType] = texts(request.query['linkType'] ?? request.query['linktype']);
    if (linkType !== undefined) return wantedBy(linkType);
    const type = preferredType(request.headers.accept, ['text/html', JSON_LD, LINKSET, JSON_TYPE]);
    return type === LINKSET || type === JSON_TYPE ? { kind: 'linkset' } : { kind: 'link', type: DEFAULT_LINK };
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

  /** 307 to the first link of the type, which negotiates language and media type itself; 404 where there is none. */
  private redirect(request: Request, response: Response, { key, passport }: LinkLevel, type: string | undefined): void {
    const links = linksOf(passport);
    const link = type !== undefined && Object.hasOwn(links, type) ? links[type]?.[0] : undefined;
    if (!link) {
      answerNoPassport(request, response);
      return;
    }
    const query = passedOn(request.url);
    const { gtin, batch = null, serial = null } = key;
    const self = digitalLink(this.settings.publicBaseUrl, { gtin, batch, serial });
    response.statusCode = 307;
    addVary(response, 'Accept');
    response.setHeader('Cache-Control', CACHED);
    response.setHeader('Location', query === '' ? link.href : `${link.href}?${query}`);
    response.setHeader(
      'Link',
      `<${self}?linkType=linkset>; rel="linkset"; type="${LINKSET}"; title="All links of this product"`,
    );
    response.setHeader('Content-Length', 0);
    response.end();
  }
}
