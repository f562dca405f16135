import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answers, type Caller, type StoreView } from '../../../../libs/operations/index.js';
import { NamedStore, PathId, RestController, SignedIn } from '../../../../libs/rest/index.js';
import { Bytes, Describes, NeedsCustomer } from '../../../../libs/web/index.js';
import { SeeDocuments } from '../../application/see-documents.js';
import { Viewers } from '../../application/viewers.js';
import { GiveContent } from './give-content.js';

const SERVICE = 'customerDocumentsMyContentV1';

/** Downloads for signed-in customers (documents.md). */
@RestController('customerdocuments/me')
export class CustomersDocumentsController {
  constructor(
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    private readonly content: GiveContent,
  ) {}

  @Get(':id/content')
  @NeedsCustomer()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Download a document that the customer can see',
    about:
      'Returns the file content and supports conditional and range requests. For an external document, redirects (302) to its address.',
    answer: answers.bytes('application/octet-stream'),
    errors: [409, 412, 416],
    tag: 'Documents of a customer',
  })
  async bytes(
    @SignedIn() { id: customerId }: Caller,
    @NamedStore() store: StoreView | undefined,
    @PathId('id') id: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.documents.one(await this.viewers.signedIn(customerId, store), id);
    await this.content.give(request, response, document, { customerId, via: 'me' });
  }
}
