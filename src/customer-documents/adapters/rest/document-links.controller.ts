import { Delete, Get, Inject, Post } from '@nestjs/common';
import { ChangeLog, refuse } from '../../../../libs/kernel/index.js';
import { type ResourceService, toWire } from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  type JsonObject,
  Needs,
  PathId,
  RecordBody,
  RestController,
  searchAnswer,
  Searched,
  serviceOf,
  written,
} from '../../../../libs/webapi/index.js';
import type { Asked } from '../../../../libs/webapi/index.js';
import { type DocumentLink, shownDocumentLink } from '../../document-link.record.js';
import { entityTypeFaults } from '../../domain/document-link.js';
import { DOCUMENT_RIGHTS } from '../../rights.record.js';

const LINK = shownDocumentLink();

const toItem = (link: DocumentLink) => toWire(LINK.fields, link);

/** Links are made, listed and deleted; none is changed (documents.md, "Records"). */
@RestController('customerdocuments/links')
export class DocumentLinksController {
  constructor(
    @Inject(serviceOf(LINK)) private readonly links: ResourceService<DocumentLink>,
    private readonly changes: ChangeLog,
  ) {}

  @Get()
  @Needs(DOCUMENT_RIGHTS.read)
  @Describes({ summary: 'List document links', answer: answers.search(LINK) })
  async search(@Searched(LINK, { mayBeAbsent: true }) asked: Asked): Promise<object> {
    refuse(entityTypeFaults(asked.criteria));
    return searchAnswer(await this.links.search(asked.criteria), asked, toItem);
  }

  @Post()
  @Needs(DOCUMENT_RIGHTS.save)
  @Describes({
    summary: 'Link a document to an order, invoice, shipment or credit memo',
    answer: answers.record(LINK),
  })
  create(@RecordBody(LINK) input: JsonObject): Promise<Answer> {
    return written(this.changes, () => this.links.create(input), toItem);
  }

  @Delete(':id')
  @Needs(DOCUMENT_RIGHTS.delete)
  @Describes({ summary: 'Delete a document link', answer: answers.true })
  remove(@PathId('id') id: number): Promise<Answer> {
    return written(
      this.changes,
      () => this.links.remove(id),
      () => true,
    );
  }
}
