import type { Day } from '../../../../../libs/kernel/index.js';
import { type SearchRequest, answers, type StoreView } from '../../../../../libs/operations/index.js';
import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, AnonymousSearches, Describes, sendDocument, trimmed } from '../../../../../libs/web/index.js';
import { InStore, PathKey, Queried, RestController, SearchedFields } from '../../../../../libs/rest/index.js';
import { answeredJson, type PublishedPassport, PublishedPassports } from '../../ports/published-passports.js';
import { ListRate } from '../list-rate.js';
import { PublicPassportFields, classOf } from '../../../passport/index.js';
import {
  AttributesField,
  DayField,
  IntField,
  ObjectField,
  StringField,
  WordsField,
} from '../../../../../libs/records/index.js';
import { isScalar, SHOWN_FIELDS } from '../../../passport/domain/index.js';

class PublicNotice {
  @StringField({ about: 'Status that the notice announces', words: ['recalled', 'end_of_life'], example: 'recalled' })
  readonly status!: string;

  @DayField({ about: 'Effective date of the status', example: '2027-03-01' })
  readonly date!: Day;

  @AttributesField({ about: 'Public message by language', example: { en: 'Stop using this battery.' } })
  readonly text!: Readonly<Record<string, string>>;

  @StringField({ about: 'URL of a page with more information; null if there is none', nullable: true, example: null })
  readonly link!: string | null;
}

/** Describes the public response in OpenAPI. The actual response was created at publication. */
class PublicPassportAnswer extends classOf<object>(
  [...SHOWN_FIELDS.filter((field) => !isScalar(field)), ...SHOWN_FIELDS.filter(isScalar)],
  'public',
) {
  @WordsField({
    about:
      'Page URLs of the successor passports that are currently public; not part of `content_digest`, and omitted if there are none',
    of: 'passport',
    accepts: () => true,
    optional: true,
    example: ['https://id.shop.example/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a11'],
  })
  readonly successors!: readonly string[];

  @ObjectField(PublicNotice, {
    about: 'Notice about the product, such as a recall; not part of `content_digest`, and omitted if there is none',
    optional: true,
  })
  readonly notice!: PublicNotice;
}

/** Any integer is valid, because an unknown store view only has no passports (passports.md, "The public view"). */
const ANY_INT = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const;

class StoreQuery {
  @IntField({
    about: 'Store view ID, which overrides the store view in the path. Default: the store view in the path.',
    nullable: true,
    example: 1,
    ...ANY_INT,
  })
  readonly storeId!: number | null;
}

/** Longer than any stored value, so that impossible values return nothing instead of an error. */
const LONG = 65_535;

class SkuQuery extends StoreQuery {
  @StringField({ about: 'Batch or lot number of the passport. Default: any batch.', maxLength: LONG, nullable: true })
  readonly batch!: string | null;

  @StringField({
    about: 'Serial number of the passport. Default: any serial number.',
    maxLength: LONG,
    nullable: true,
  })
  readonly serial!: string | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Applies `fields=`. Without it, the text stays byte for byte the same. */
const asAsked = (text: string, { fields }: Request['query']): string =>
  fields === undefined ? text : JSON.stringify(trimmed(JSON.parse(text), fields));

/**
 * Sends a stored JSON text with its strong ETag and digest (RFC 9530), or 304. Clients must revalidate, because a
 * passport can be archived at any time.
 */
const sendFrozen = (request: Request, response: Response, text: string): void => {
  const body = request.url.includes('fields') ? asAsked(text, request.query) : text;
  sendDocument(request, response, { body, type: JSON_TYPE, cacheControl: 'no-cache' });
};

/** Response without a match: `null` with 200 (wire.md §3). */
const sendNothing = (response: Response): void => {
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Cache-Control', 'no-cache');
  response.end('null');
};

const TAG = 'Published product passports';
const ABOUT =
  'Returns `null` if there is no passport. If a SKU has several passports, those of the store view take precedence over those for all store views. Next, models take precedence over batches, and batches over items. Otherwise, the newest passport is returned. The response has a strong ETag and a Repr-Digest.';

const SERVICE = 'dppPublicPassportV1';

/** Public passports as created at publication (passports.md, "The public view"). */
@RestController('dpp')
export class PublicPassportsController {
  constructor(
    private readonly passports: PublishedPassports,
    private readonly lane: AnonymousSearches,
    private readonly rate: ListRate,
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
    summary: 'Read the published passport of a SKU as JSON-LD in a JSON string',
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
    summary: 'Search published passports of a store view',
    about:
      'Includes passports that apply to all store views. A filter on a status other than `published` returns no passports.',
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
    this.rate.take(request);
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
