import { Get, Inject } from '@nestjs/common';
import { InputRefused, invalidValue } from '../../../../libs/kernel/index.js';
import { fieldsOf, IntField, type ResourceService, toWire } from '../../../../libs/records/index.js';
import {
  answers,
  type Asked,
  Describes,
  NamedStore,
  Needs,
  PathId,
  Queried,
  RestController,
  searchAnswer,
  Searched,
  serviceOf,
  type StoreView,
} from '../../../../libs/webapi/index.js';
import { LogDownloads } from '../../application/log-downloads.js';
import { SeeDocuments } from '../../application/see-documents.js';
import { Viewers } from '../../application/viewers.js';
import { DocumentDownload, documentDownloadResource, type DownloadEntry } from '../../document-download.record.js';
import { RULES } from '../../domain/visibility.js';
import { DOCUMENT_RIGHTS } from '../../rights.record.js';

class WhoAsks {
  @IntField({ about: 'The customer in question', required: true, example: 10_042 })
  readonly customerId!: number;
}

const BOOLEAN = { type: 'boolean' };

const WHY = answers.schema(
  {
    type: 'object',
    required: ['visible', 'reason', 'rules'],
    properties: {
      visible: BOOLEAN,
      reason: {
        type: 'string',
        enum: [...RULES, 'assigned'],
        description:
          'The rule that lets the customer see it, or the first that keeps it hidden; `assigned`: neither customer nor group is',
      },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          required: ['rule', 'holds'],
          properties: { rule: { type: 'string', enum: [...RULES] }, holds: BOOLEAN },
        },
      },
    },
  },
  { visible: false, reason: 'valid_to', rules: RULES.map((rule) => ({ rule, holds: rule !== 'valid_to' })) },
);

const SHOWN = fieldsOf(DocumentDownload);

/** An entry from before they were counted is of one download. */
const toItem = (download: DownloadEntry) => toWire(SHOWN, { ...download, count: download.count ?? 1 });

/** What administrators ask about who sees and who took which documents (documents.md). */
@RestController('customerdocuments')
export class WatchedDocumentsController {
  constructor(
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    @Inject(serviceOf(documentDownloadResource)) private readonly downloads: ResourceService<DownloadEntry>,
    private readonly log: LogDownloads,
  ) {}

  @Get(':id/visibility')
  @Needs(DOCUMENT_RIGHTS.read)
  @Describes({
    summary: 'Whether a customer sees a document now, and which rule says so',
    about: "On the path's website; without a store code on the customer's own.",
    answer: WHY,
  })
  async visibility(
    @PathId('id') id: number,
    @Queried(WhoAsks) { customerId }: WhoAsks,
    @NamedStore() store: StoreView | undefined,
  ): Promise<object> {
    const viewing = await this.viewers.customer(customerId, store);
    if (!viewing) throw new InputRefused(invalidValue('customer_id', customerId));
    return this.documents.why(viewing, id);
  }

  @Get('downloads/search')
  @Needs(DOCUMENT_RIGHTS.read)
  @Describes({
    summary: 'Search the log of downloads',
    about: 'One entry for all that somebody takes of a document by one route within a quarter of an hour.',
    answer: answers.fieldsSearch(DocumentDownload),
  })
  async search(@Searched(documentDownloadResource) asked: Asked): Promise<object> {
    // What this process has counted so far; others add theirs within a second.
    await this.log.settle();
    return searchAnswer(await this.downloads.search(asked.criteria), asked, toItem);
  }
}
