import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answers, type StoreView } from '../../../../libs/operations/index.js';
import { InStore, PathId, RestController } from '../../../../libs/rest/index.js';
import { Anonymous, Bytes, Describes } from '../../../../libs/web/index.js';
import { SeeDocuments } from '../../application/see-documents.js';
import { Viewers } from '../../application/viewers.js';
import { GiveContent } from './give-content.js';

const SERVICE = 'customerDocumentsPublicContentV1';

/** Downloads of public documents (documents.md). */
@RestController('customerdocuments/public')
export class PublicDocumentsController {
  constructor(
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    private readonly content: GiveContent,
  ) {}

  @Get(':id/content')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Download a public document',
    about:
      'Returns the file content and supports conditional and range requests. For an external document, redirects (302) to its address.',
    answer: answers.bytes('application/octet-stream'),
    errors: [404, 409, 412, 416],
    tag: 'Public documents',
  })
  async bytes(
    @InStore() store: StoreView,
    @PathId('id') id: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.documents.one(await this.viewers.anonymous(store), id);
    await this.content.give(request, response, document, { customerId: null, via: 'public' });
  }
}
