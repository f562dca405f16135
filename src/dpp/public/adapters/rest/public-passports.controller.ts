import { type SearchRequest, answers, type StoreView } from '../../../../../libs/operations/index.js';
import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, AnonymousSearches, Describes, sendDocument, trimmed } from '../../../../../libs/web/index.js';
import { InStore, PathKey, Queried, RestController, SearchedFields } from '../../../../../libs/rest/index.js';
import { answeredJson, type PublishedPassport, PublishedPassports } from '../../ports/published-passports.js';
import { PublicPassportFields, classOf } from '../../../passport/index.js';
import { IntField, StringField, WordsField } from '../../../../../libs/records/index.js';
import { isScalar, SHOWN_FIELDS } from '../../../passport/domain/index.js';

/** What the public reads of a passport, for the documentation: the answer itself was made at publication. */
class PublicPassportAnswer extends classOf<object>(
  [...SHOWN_FIELDS.filter((field) => !isScalar(field)), ...SHOWN_FIELDS.filter(isScalar)],
  'public',
) {
  @WordsField({
    about:
      'Pages of the passports that follow it and are public today; outside of `content_digest`, and there only if there are any',
    of: 'passport',
    accepts: () => true,
    optional: true,
    example: ['https://id.shop.example/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a11'],
  })
  readonly successors!: readonly string[];
}

/**
 * Any whole number: one that no store view has is no fault, there is just nothing (passports.md, "The public view").
 */
const ANY_INT = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const;

class StoreQuery {
  @IntField({ about: 'The store view; goes before the one of the path', nullable: true, example: 1, ...ANY_INT })
  readonly storeId!: number | null;
}

/** Longer than any of a passport, so that what can't exist is nothing and no fault. */
const LONG = 65_535;

class SkuQuery extends StoreQuery {
  @StringField({ about: 'Only the passport of this batch', maxLength: LONG, nullable: true })
  readonly batch!: string | null;

  @StringField({ about: 'Only the passport of this serial number', maxLength: LONG, nullable: true })
  readonly serial!: string | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The JSON text as `fields=` wants it; without one as it is, byte for byte. */
const asAsked = (text: string, { fields }: Request['query']): string =>
  fields === undefined ? text : JSON.stringify(trimmed(JSON.parse(text), fields));

/**
 * Answers a JSON text that was made before, with its strong ETag and its digest (RFC 9530); 304 for whoever has it. It may
 * be kept but is asked for each time, since a passport can be withdrawn at any moment.
 */
const sendFrozen = (request: Request, response: Response, text: string): void => {
  const body = request.url.includes('fields') ? asAsked(text, request.query) : text;
  sendDocument(request, response, { body, type: JSON_TYPE, cacheControl: 'no-cache' });
};

/** Nothing matches: `null` with 200 (wire.md §3). */
const sendNothing = (response: Response): void => {
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Cache-Control', 'no-cache');
  response.end('null');
};

const TAG = 'Published product passports';
const ABOUT =
  'Anonymous. `null` if there is none. Of several passports of a SKU: the store view’s own before those for all, model ' +
  'before batch before item, then the newest. With a strong ETag and Repr-Digest.';

const SERVICE = 'dppPublicPassportV1';

/** The passports as everybody may read them (passports.md, "The public view"): what was made at publication. */
@RestController('dpp')
export class PublicPassportsController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly lane: AnonymousSearches,
  ) {}

  @Get('passport/:sku')
  @Anonymous()
  @Describes({
    service: SERVICE,
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
    if (found) sendFrozen(request, response, answeredJson(found));
    else sendNothing(response);
  }

  @Get('passport/:sku/jsonld')
  @Anonymous()
  @Describes({
    service: SERVICE,
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
    service: SERVICE,
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
    const texts = items.map(answeredJson).join(',');
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
