import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { NoSuchOne } from '../../../../../libs/kernel/index.js';
import type { Request, Response } from 'express';
import {
  addVary,
  Anonymous,
  Bytes,
  decodeJson,
  Describes,
  checkContentType,
  OnlyReads,
  readBytes,
  serveFile,
} from '../../../../../libs/web/index.js';
import { answers, type StoreView } from '../../../../../libs/operations/index.js';
import { InStore, PathKey, StreamsBody } from '../../../../../libs/rest/index.js';
import {
  type PassportRequest,
  ReadPassports,
  type Representation,
  REPRESENTATIONS,
  type ReadablePassport,
} from '../../application/read-passports.js';
import { WhoReads } from '../../application/who-reads.js';
import { instantOf } from '../../domain/grant.js';
import { elementPath } from '../../domain/element-path.js';
import { productIdsOf } from '../../domain/product-ids.js';
import { fail, failSignIn, PRIVATE, succeed, tokenOf, VARY } from './answer.js';

const NONE = 'No passport is published under this identifier.';
const SERVICE = 'dppReadV1';
const JSON_BODY = 'application/json';
const BODY_MAX = 256 * 1024;
const PAGE_MAX = 1000;
const PAGE = 100;

const BODIES = {
  [JSON_BODY]: {
    schema: { oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'string' } }] },
    example: { productIds: ['https://id.shop.example/01/09524000010018/21/S1'] },
  },
};

/** 400: the request is invalid. */
class BadRequest extends Error {}

/** 501: the operation is not offered. */
class NotOffered extends Error {}

const one = (value: unknown, name: string): string | undefined => {
  if (value === undefined || typeof value === 'string') return value;
  throw new BadRequest(`${name} is sent more than once. Send it once.`);
};

const representationOf = ({ query }: Request): Representation => {
  const said = one(query['representation'], 'representation') ?? 'compressed';
  const found = REPRESENTATIONS.find((word) => word === said);
  if (!found) throw new BadRequest('representation must be compressed or full.');
  return found;
};

const limitOf = ({ query }: Request): number => {
  const text = one(query['limit'], 'limit');
  if (text === undefined) return PAGE;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > PAGE_MAX) throw new BadRequest(`limit must be a whole number from 1 to ${PAGE_MAX}.`);
  return value;
};

/** An opaque cursor: the position where the next page starts. */
const cursorOf = (offset: number): string => Buffer.from(`at ${offset}`).toString('base64url');
const offsetOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const offset = /^at (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (offset === undefined) throw new BadRequest('cursor is invalid. Send the nextCursor of the previous page.');
  return Number(offset);
};

/** The query of the next page: the original query, including the store view, with a new cursor. */
const nextQuery = ({ originalUrl }: Request, limit: number, cursor: string): string => {
  const query = new URLSearchParams(originalUrl.replace(/^[^?]*/, ''));
  query.set('limit', String(limit));
  query.set('cursor', cursor);
  return query.toString();
};

const described = {
  service: SERVICE,
  about:
    'With a grant in `Authorization: Bearer`, returns the data that the audience of the grant may read. Without a grant, returns the public data.',
  tag: 'Passports by EN 18222',
  answer: answers.bytes('application/json'),
} as const;

/** The EN 18222 interface (passports-readers.md, "The interface of EN 18222"). */
@Controller('/dpp/v1')
export class PassportsController {
  constructor(
    private readonly passports: ReadPassports,
    private readonly who: WhoReads,
  ) {}

  @Get('dpps/:id')
  @Anonymous()
  @Bytes()
  @Describes({ ...described, summary: 'Read a passport by its identifier (EN 18222, 4.2)', errors: [400, 401, 404] })
  byId(@PathKey('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response, async () => this.passports.byId(id, await this.asked(request)));
  }

  @Get('dpps/:id/elements/:path')
  @Anonymous()
  @Bytes()
  @Describes({
    ...described,
    summary: 'Read one element of a passport by its RFC 9535 path (EN 18222, 6.2)',
    errors: [400, 401, 404],
  })
  element(
    @PathKey('id') id: string,
    @PathKey('path') text: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, async () => {
      const asked = await this.asked(request);
      const path = elementPath(text);
      if (!path) throw new BadRequest('The path must be an RFC 9535 path to one node, such as $.a.b[0].');
      return this.passports.byId(id, { ...asked, path });
    });
  }

  @Get('dppsByProductId/:id')
  @Anonymous()
  @Bytes()
  @Describes({ ...described, summary: 'Read the passport of a product (EN 18222, 4.3)', errors: [400, 401, 404] })
  byProductId(
    @PathKey('id') id: string,
    @InStore() { storeId }: StoreView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, async () =>
      this.passports.byProductId(id, storeId, await this.asked(request)),
    );
  }

  @Get('dppsByIdAndDate/:id')
  @Anonymous()
  @Bytes()
  @Describes({
    ...described,
    summary: 'Read the version of a passport that was current on a given date (EN 18222, 4.4)',
    errors: [400, 401, 404],
  })
  byIdAndDate(@PathKey('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response, async () => {
      const asked = await this.asked(request);
      const at = instantOf(one(request.query['date'], 'date') ?? '');
      if (!at)
        throw new BadRequest(
          'date must be a day (2026-05-01) or a time with a time zone (2026-05-01T08:00:00Z), from 1970 to 9999.',
        );
      return this.passports.byIdAndDate(id, at, asked);
    });
  }

  @Get('dpps/:id/documents/:sha256')
  @Anonymous()
  @Bytes()
  @Describes({
    ...described,
    summary: 'Download a passport document',
    about:
      'Streams the file that the published version identifies by its SHA-256 hash. A document that is not public requires a grant for its point. With a grant, documents of older versions are available too. Supports If-None-Match, If-Range and a single byte range.',
    answer: answers.bytes('application/octet-stream'),
    errors: [401, 404, 409, 412, 416],
  })
  async document(
    @PathKey('id') id: string,
    @PathKey('sha256') sha256: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const file = await this.passports.file(id, sha256, await this.who.byToken(tokenOf(request)));
      if (!file) {
        fail(response, 404, NONE);
        return;
      }
      addVary(response, VARY);
      const headers = { 'Cache-Control': file.isRestricted ? PRIVATE : 'no-cache' };
      await serveFile(request, response, { ...file, headers });
    } catch (error) {
      failSignIn(response, error);
    }
  }

  @Post('dppsByProductIds')
  @HttpCode(200)
  @Anonymous()
  @OnlyReads()
  @Bytes()
  @Describes({
    ...described,
    summary: 'Look up passport identifiers by product identifiers (EN 18222, 4.5)',
    about:
      'Accepts `{"productIds": […]}`, `{"productId": […]}` or a JSON array of product identifiers as the body, and the query parameters `limit` and `cursor`. Unknown products are left out of the response.',
    errors: [400, 401],
  })
  idsOf(
    @StreamsBody(BODIES) request: Request,
    @InStore() { storeId }: StoreView,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, async () => {
      await this.who.byToken(tokenOf(request));
      // The parameter has no effect here, but an invalid value is refused for every HTTP method.
      representationOf(request);
      const limit = limitOf(request);
      const cursor = one(request.query['cursor'], 'cursor');
      const from = offsetOf(cursor);
      checkContentType(request.headers['content-type']);
      const ids = productIdsOf(decodeJson(await readBytes(request, BODY_MAX)));
      if (!ids)
        throw new BadRequest(
          'The body has no product identifiers. Send {"productIds": ["…"]}, {"productId": ["…"]} or ["…"].',
        );
      const page = ids.slice(from, from + limit);
      const isMore = from + limit < ids.length;
      const next = cursorOf(from + limit);
      if (isMore) response.setHeader('Link', `<?${nextQuery(request, limit, next)}>; rel="next"`);
      const dppIds = await this.passports.idsOf(page, storeId);
      return { text: JSON.stringify({ dppIds, ...(isMore ? { nextCursor: next } : {}) }), successors: [] };
    });
  }

  @Post('dpps')
  @HttpCode(200)
  @Anonymous()
  @Bytes()
  create(@StreamsBody() request: Request, @Res() response: Response): Promise<void> {
    return this.notOffered(request, response);
  }

  @Delete('dpps/:id')
  @Anonymous()
  @Bytes()
  remove(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.notOffered(request, response);
  }

  /**
   * CreateDPP (EN 18222, 4.6) and DeleteDPPById (4.8), which are not offered. Requires a valid token first, and does
   * not read the body.
   */
  private notOffered(request: Request, response: Response): Promise<void> {
    return this.answer(request, response, async () => {
      await this.who.byToken(tokenOf(request) ?? '');
      throw new NotOffered();
    });
  }

  /** Checks the token first, so that an invalid token has the same result for every request. */
  private async asked(request: Request): Promise<PassportRequest> {
    const grant = await this.who.byToken(tokenOf(request));
    return { representation: representationOf(request), grant };
  }

  private async answer(
    request: Request,
    response: Response,
    read: () => Promise<ReadablePassport | undefined>,
  ): Promise<void> {
    try {
      const passport = await read();
      if (!passport) {
        fail(response, 404, NONE);
        return;
      }
      const { text, successors } = passport;
      const links = successors.map((address) => `<${address}>; rel="successor-version"`).join(', ');
      succeed(request, response, text, links === '' ? {} : { Link: links });
    } catch (error) {
      if (error instanceof NotOffered) fail(response, 501, '');
      else if (error instanceof BadRequest) fail(response, 400, error.message);
      else if (error instanceof NoSuchOne) fail(response, 404, error.message);
      else failSignIn(response, error);
    }
  }
}
