import { Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotSignedIn } from '../../../../libs/kernel/index.js';
import { InstantField, ShownSecretField } from '../../../../libs/records/index.js';
import {
  answers,
  type Asked,
  Bytes,
  type Caller,
  Describes,
  NamedStore,
  NeedsCustomer,
  PathId,
  RestController,
  searchAnswer,
  SearchedFields,
  SignedIn,
  type StoreView,
} from '../../../../libs/webapi/index.js';
import { DocumentLinks } from '../../application/document-links.js';
import { SeeDocuments } from '../../application/see-documents.js';
import { Viewers, type Viewing } from '../../application/viewers.js';
import { GiveContent } from './give-content.js';
import { LINK_PATH } from './linked-content.controller.js';
import { shownDocument, VisibleDocument, VisibleDocumentAsked } from './visible-document.js';

class DocumentLinkMade {
  @ShownSecretField({
    about: 'Path of the link on this server: good without a token, until it expires',
    maxLength: 1000,
    example: `${LINK_PATH}/MTcuM2…`,
  })
  readonly url!: string;

  @InstantField({ about: 'When it expires' })
  readonly expiresAt!: Date;
}

const TAG = 'Documents of a customer';

/** What a signed-in customer sees (documents.md). */
@RestController('customerdocuments/me')
export class CustomersDocumentsController {
  constructor(
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    private readonly links: DocumentLinks,
    private readonly content: GiveContent,
  ) {}

  @Get('search')
  @NeedsCustomer()
  @Describes({
    summary: 'Search the documents that the customer sees now',
    about:
      'The filters `product_id` or `sku`, and `store_id`, ask for the page of a product; then they are ordered by position.',
    answer: answers.fieldsSearch(VisibleDocument),
    tag: TAG,
  })
  async search(
    @SignedIn() caller: Caller,
    @NamedStore() store: StoreView | undefined,
    @SearchedFields(VisibleDocumentAsked) asked: Asked,
  ): Promise<object> {
    const viewing = await this.viewing(caller, store);
    return searchAnswer(await this.documents.search(viewing, asked.criteria), asked, shownDocument);
  }

  @Get(':id/content')
  @NeedsCustomer()
  @Bytes()
  @Describes({
    summary: 'The content of a document that the customer sees',
    about: 'The bytes, with conditions and ranges; of an external document a redirection (302) to its address.',
    answer: answers.bytes('application/octet-stream'),
    errors: [412, 416],
    tag: TAG,
  })
  async bytes(
    @SignedIn() caller: Caller,
    @NamedStore() store: StoreView | undefined,
    @PathId('id') id: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.documents.one(await this.viewing(caller, store), id);
    await this.content.give(request, response, document, { customerId: caller.id, via: 'me' });
  }

  @Post(':id/link')
  @NeedsCustomer()
  @Describes({
    summary: 'Make a short-lived link to the content of a document that the customer sees',
    answer: answers.fields(DocumentLinkMade),
    tag: TAG,
  })
  async link(
    @SignedIn() caller: Caller,
    @NamedStore() store: StoreView | undefined,
    @PathId('id') id: number,
  ): Promise<object> {
    const { token, expiresAt } = await this.links.make(await this.viewing(caller, store), caller.id, id);
    return { url: `${LINK_PATH}/${token}`, expires_at: expiresAt.toISOString() };
  }

  /** A customer of another website isn't one here. */
  private async viewing({ id }: Caller, store: StoreView | undefined): Promise<Viewing> {
    const viewing = await this.viewers.customer(id, store);
    if (viewing?.viewer.customer?.mayEnter !== true) throw new NotSignedIn('self');
    return viewing;
  }
}
