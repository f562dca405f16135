import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Anonymous,
  AnonymousSearches,
  answers,
  type Asked,
  Bytes,
  Describes,
  InStore,
  PathId,
  RestController,
  searchAnswer,
  SearchedFields,
  type StoreView,
} from '../../../../libs/webapi/index.js';
import { SeeDocuments } from '../../application/see-documents.js';
import { Viewers } from '../../application/viewers.js';
import { GiveContent } from './give-content.js';
import { shownDocument, VisibleDocument, VisibleDocumentAsked } from './visible-document.js';

const TAG = 'Public documents';

/** What anybody sees, signed in or not (documents.md). */
@RestController('customerdocuments/public')
export class PublicDocumentsController {
  constructor(
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    private readonly content: GiveContent,
    private readonly lane: AnonymousSearches,
  ) {}

  @Get('search')
  @Anonymous()
  @Describes({
    summary: 'Search the documents that everybody sees now',
    about:
      'The filters `product_id` or `sku`, and `store_id`, ask for the page of a product; then they are ordered by position.',
    answer: answers.fieldsSearch(VisibleDocument),
    tag: TAG,
  })
  async search(
    @InStore() store: StoreView,
    @SearchedFields(VisibleDocumentAsked) asked: Asked,
    @Req() request: Request,
  ): Promise<object> {
    const viewing = await this.viewers.nobody(store);
    const search = () => this.documents.search(viewing, asked.criteria);
    return searchAnswer(await this.lane.run(request, search), asked, shownDocument);
  }

  @Get(':id/content')
  @Anonymous()
  @Bytes()
  @Describes({
    summary: 'The content of a document that everybody sees',
    about: 'The bytes, with conditions and ranges; of an external document a redirection (302) to its address.',
    answer: answers.bytes('application/octet-stream'),
    errors: [404, 412, 416],
    tag: TAG,
  })
  async bytes(
    @InStore() store: StoreView,
    @PathId('id') id: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.documents.one(await this.viewers.nobody(store), id);
    await this.content.give(request, response, document, { customerId: null, via: 'public' });
  }
}
