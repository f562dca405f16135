import {
  at,
  ChangeLog,
  InputRefused,
  invalidValue,
  required,
  sentence,
  Transactions,
} from '../../../libs/kernel/index.js';
import {
  type Input,
  IntField,
  ofExisting,
  type Recorded,
  type Records,
  ReferenceField,
  type RecordService,
  StringField,
  TargetRecords,
  toWire,
} from '../../../libs/records/index.js';
import { type Document, documentResource } from '../document.record.js';
import { ENTITY_TYPES, type EntityType } from '../domain/document.js';
import type { NewFile } from '../ports/file-records.js';
import type { LinkSaver } from './link-saver.js';
import type { StoreFile, Upload } from './store-file.js';

/** A product whose page shows the new document. */
export class PlacedProduct {
  @ReferenceField('product', { about: 'Product whose page shows the document', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @ReferenceField('store', {
    about: 'Store view whose product page shows the document; 0 means all store views',
    default: 0,
    onDelete: 'restrict',
  })
  readonly storeId!: number;

  @IntField({
    about: 'Sort position among the documents of the product, lowest first; default 0',
    default: 0,
    example: 10,
  })
  readonly position!: number;
}

/** An order, invoice, shipment or credit memo that the new document is linked to. */
export class SentLink {
  @StringField({ about: 'Type of the sales entity', required: true, words: ENTITY_TYPES, example: 'order' })
  readonly linkEntityType!: EntityType;

  @IntField({
    about: 'ID of the sales entity in the shop; required unless `increment_id` is sent',
    nullable: true,
    example: 4711,
  })
  readonly linkEntityId!: number | null;

  @StringField({
    about:
      'Number of the sales entity as shown to customers, sent instead of `link_entity_id`. Must match exactly one sales entity of this type.',
    nullable: true,
    example: '000000042',
  })
  readonly incrementId!: string | null;
}

/** Data that is stored with a document in the same transaction. */
export interface WithDocument {
  readonly file: NewFile | undefined;
  readonly products: readonly Input[];
  readonly links: readonly Input[];
}

const textOf = (sent: unknown): string => (typeof sent === 'string' || typeof sent === 'number' ? `${sent}` : '');

/** A response that contains the document. */
interface Saved {
  readonly body: unknown;
  readonly version: number | undefined;
}

/** Finds sales entities by number. */
export type EntityNumbers = Pick<Records<Recorded & { readonly entityId: number }>, 'search'>;

interface SaveWithFileParts {
  readonly documents: RecordService<Document>;
  readonly products: Pick<RecordService<Recorded>, 'saveAll'>;
  readonly links: LinkSaver;
  readonly entities: EntityNumbers;
  readonly storing: StoreFile;
  readonly transactions: Transactions;
  readonly changes: ChangeLog;
}

/** Saves a document with its file, products and links: all or nothing (documents.md, "In one call"). */
export class SaveWithFile {
  constructor(private readonly parts: SaveWithFileParts) {}

  /**
   * Stores the bytes first. If the document cannot be saved, they are removed. `read` is called when all bytes have
   * arrived.
   */
  async upload(
    upload: Upload,
    read: () => { readonly work: () => Promise<Saved>; readonly with: Omit<WithDocument, 'file'> },
  ): Promise<Saved> {
    const { storing } = this.parts;
    const file = await storing.receive(upload);
    return storing.orDrop(file, async () => {
      const { work, with: more } = read();
      return this.save(work, { ...more, file });
    });
  }

  /** Saves a document and everything sent with it. `work` saves the document itself. */
  async save(work: () => Promise<Saved>, more: WithDocument): Promise<Saved> {
    const { file, products, links } = more;
    if (!file && products.length === 0 && links.length === 0) return work();
    const { changes, transactions } = this.parts;
    const { result, version } = await changes.observe(() =>
      transactions.write(async () => {
        const { body } = await work();
        const { id } = body as Recorded;
        await this.add(id, more);
        return toWire(documentResource.fields, await this.parts.documents.get(id));
      }),
    );
    return { body: result, version: version ?? (await changes.version()) };
  }

  private async add(documentId: number, { file, products, links }: WithDocument): Promise<void> {
    if (file) await this.parts.storing.assign(documentId, file);
    const options = { verb: 'upsert', mode: 'all_or_nothing' } as const;
    const placed = products.map((product) => ({ ...product, document_id: documentId }));
    if (placed.length > 0)
      await this.parts.products.saveAll(placed, {
        ...options,
        rowName: (index) => `products[${index}]`,
        meant: { records: new TargetRecords(), from: 0 },
      });
    for (const [index, link] of links.entries()) {
      const rowName = () => `links[${index}]`;
      const { increment_id: _number, incrementId: _same, ...own } = link;
      const input = {
        ...own,
        customer_document_id: documentId,
        link_entity_id: await this.entityOf(link, rowName()),
      };
      await this.parts.links.saveAll([input], { ...options, rowName });
    }
  }

  /** ID of the sales entity in the shop. */
  private async entityOf(link: Input, path: string): Promise<unknown> {
    const [id, number] = [link['link_entity_id'] ?? link['linkEntityId'], link['increment_id'] ?? link['incrementId']];
    if (number === undefined || number === null) {
      if (id === undefined || id === null) throw new InputRefused(at(path, required('link_entity_id')));
      return id;
    }
    const type = link['link_entity_type'] ?? link['linkEntityType'];
    if (type === undefined || type === null) throw new InputRefused(at(path, required('link_entity_type')));
    if (!ENTITY_TYPES.some((word) => word === type))
      throw new InputRefused(at(path, invalidValue('link_entity_type', type, ENTITY_TYPES.join(', '))));
    const { items } = await this.parts.entities.search({
      groups: [
        [{ property: 'entityType', condition: 'eq', values: [textOf(type)] }],
        [{ property: 'incrementId', condition: 'eq', values: [textOf(number)] }],
      ],
      sort: [],
      page: 1,
      pageSize: 2,
    });
    const [found, other] = items;
    if (!found)
      throw new InputRefused(at(path, invalidValue('increment_id', number, ofExisting('increment_id', textOf(type)))));
    if (other)
      throw new InputRefused(
        at(
          path,
          sentence(
            'Several records have the %first "%value". Send %second as well.',
            { first: 'increment_id', value: number, second: 'link_entity_id' },
            'increment_id',
          ),
        ),
      );
    if (id !== undefined && id !== null && Number(id) !== found.entityId)
      throw new InputRefused(
        at(
          path,
          sentence(
            '"%first" and "%second" refer to different records. Send only one of them.',
            { first: 'link_entity_id', second: 'increment_id' },
            'increment_id',
          ),
        ),
      );
    return found.entityId;
  }
}
