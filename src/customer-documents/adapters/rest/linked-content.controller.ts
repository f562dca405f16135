import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Anonymous, Bytes, Describes } from '../../../../libs/web/index.js';
import { answers } from '../../../../libs/operations/index.js';
import { PathKey, RestController } from '../../../../libs/rest/index.js';
import { DocumentLinks, LINK_ROUTE } from '../../application/document-links.js';
import { GiveContent } from './give-content.js';

/** Keeps the content out of shared caches, and the link out of the referrer. */
const HEADERS = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

const SERVICE = 'customerDocumentsLinkedContentV1';

/** Downloads through a link, without an access token (documents.md, "Links"). `libs/web` keeps links out of the log. */
@RestController(LINK_ROUTE)
export class LinkedContentController {
  constructor(
    private readonly links: DocumentLinks,
    private readonly content: GiveContent,
  ) {}

  @Get(':token')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Download a document through a short-lived link',
    about:
      'Each request checks that the link has not expired and that the customer can still sign in and see the document. ' +
      'It also checks that the content of the document has not changed since the link was created. If a check fails, ' +
      'the response is 404.',
    answer: answers.bytes('application/octet-stream'),
    errors: [404, 409, 412, 416],
    tag: 'Documents of a customer',
  })
  async bytes(@PathKey('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const { document, customerId, contentHash } = await this.links.open(token);
    const sha256 = document.externalUrl === null ? { sha256: contentHash } : {};
    await this.content.give(request, response, document, { customerId, via: 'link', headers: HEADERS, ...sha256 });
  }
}
