import type { SearchRequest } from '../../../../../libs/operations/index.js';
import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, AnonymousSearches, Describes } from '../../../../../libs/web/index.js';
import { answers, type StoreView } from '../../../../../libs/operations/index.js';
import { InStore, PathKey, Queried, RestController, SearchedFields } from '../../../../../libs/rest/index.js';
import { type PublishedPassport, PublishedPassports } from '../../ports/published-passports.js';
import { PublicPassportFields } from '../../../passport/index.js';
import { PublicPassportAnswer, SkuQuery, StoreQuery } from './public-answers.js';
import { sendFrozen, sendNothing } from './send-frozen.js';

const TAG = 'Published product passports';
const ABOUT =
  'Anonymous. `null` if there is none. Of several passports of a SKU: the store view’s own before those for all, model ' +
  'before batch before item, then the newest. With a strong ETag and Repr-Digest.';

/** The passports as everybody may read them (passports.md, "What everybody reads"): what was made at publication. */
@RestController('dpp')
export class PublicPassportsController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly lane: AnonymousSearches,
  ) {}

  @Get('passport/:sku')
  @Anonymous()
  @Describes({
    summary: 'Read the published passport of a SKU',
    about: ABOUT,
    tag: TAG,
    answer: answers.orNull(answers.fields(PublicPassportAnswer)),
    errors: [400],
    never: [404],
  })
  async read(
    @PathKey('sku') sku: string,
    @Queried(SkuQuery) query: SkuQuery,
    @InStore() store: StoreView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.find(sku, query, store);
    if (found) sendFrozen(request, response, found.json);
    else sendNothing(response);
  }

  @Get('passport/:sku/jsonld')
  @Anonymous()
  @Describes({
    summary: 'Read the published passport of a SKU as JSON-LD: a JSON string that holds the formatted document',
    about: ABOUT,
    tag: TAG,
    answer: answers.orNull(
      answers.string('{\n  "@context": [\n    "https://schema.org"\n  ],\n  "@type": "DigitalProductPassport"\n}'),
    ),
    errors: [400],
    never: [404],
  })
  async linked(
    @PathKey('sku') sku: string,
    @Queried(SkuQuery) query: SkuQuery,
    @InStore() store: StoreView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.find(sku, query, store);
    if (found) sendFrozen(request, response, JSON.stringify(await this.passports.jsonldOf(found)));
    else sendNothing(response);
  }

  @Get('passports')
  @Anonymous()
  @Describes({
    summary: 'Search the published passports of a store view and those for all',
    about: 'Anonymous. That they are published is always asked too; a filter on another status finds nothing.',
    tag: TAG,
    answer: answers.fieldsSearch(PublicPassportAnswer),
  })
  async search(
    @SearchedFields(PublicPassportFields, { mayBeAbsent: true }) asked: SearchRequest,
    @Queried(StoreQuery) { storeId }: StoreQuery,
    @InStore() store: StoreView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const search = () => this.passports.search(asked.criteria, storeId ?? store.storeId);
    const { items, total } = await this.lane.run(request, search);
    const texts = items.map(({ json }) => json).join(',');
    const rest = `"search_criteria":${JSON.stringify(asked.echo)},"total_count":${total}`;
    sendFrozen(request, response, `{"items":[${texts}],${rest}}`);
  }

  private async find(sku: string, query: SkuQuery, store: StoreView): Promise<PublishedPassport | undefined> {
    const { storeId, batch, serial } = query;
    const [found] = await this.passports.bySkus([
      {
        sku,
        storeId: storeId ?? store.storeId,
        isKnownStore: storeId === null,
        batch: batch ?? undefined,
        serial: serial ?? undefined,
      },
    ]);
    return found;
  }
}
