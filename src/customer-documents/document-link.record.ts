import {
  defineRecord,
  type Field,
  IdField,
  IntField,
  ReferenceField,
  type Resource,
  StringField,
  withFields,
} from '../../libs/records/index.js';
import { ENTITY_TYPES, type EntityType } from './domain/document.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** Links a document to an order, invoice, shipment or credit memo. */
export class DocumentLink {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'ID of the linked document', required: true, onDelete: 'cascade' })
  readonly customerDocumentId!: number;

  /** Stored as a foreign key, but not returned. */
  @ReferenceField('salesEntity', {
    about: 'Sales entity the document is linked to',
    required: true,
    onDelete: 'cascade',
  })
  readonly salesEntityId!: number;

  @StringField({
    about: 'Type of the sales entity the document is linked to',
    required: true,
    words: ENTITY_TYPES,
    example: 'order',
  })
  readonly linkEntityType!: EntityType;

  @IntField({ about: 'ID of the sales entity in the shop', required: true, example: 4711 })
  readonly linkEntityId!: number;
}

const LINKED_ALREADY = 'The document is already linked to this sales entity.';

const declared = defineRecord<DocumentLink>({
  resource: 'documentLink',
  record: DocumentLink,
  room: 'customer-documents',
  path: 'customerdocuments/links',
  title: { one: 'document link', many: 'document links' },
  table: 'document_link',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'document_link_pair',
      properties: ['salesEntityId', 'customerDocumentId'],
      says: LINKED_ALREADY,
    },
  ],
  service: 'customerDocumentsLinkRepositoryV1',
});

/** These fields are read from the sales entity, also for filtering and sorting. */
const ENTITY_KEYS: Readonly<Record<string, string>> = { linkEntityType: 'entityType', linkEntityId: 'entityId' };

const withKey = (field: Field): Field => {
  const key = ENTITY_KEYS[field.property];
  return key === undefined ? field : { ...field, keyOf: { property: 'salesEntityId', resource: 'salesEntity', key } };
};

/** A link in requests and responses, with only the type and ID of the sales entity. */
export const shownDocumentLink = (): Resource<DocumentLink> =>
  withFields(
    declared,
    declared.fields.filter(({ property }) => property !== 'salesEntityId'),
  );

/** A link as stored. Like the routes, import files identify links by the type and ID of the sales entity. */
export const documentLinkResource: Resource<DocumentLink> = {
  ...withFields(declared, declared.fields.map(withKey)),
  inFiles: {
    shown: {
      ...shownDocumentLink(),
      unique: [
        {
          name: 'document link',
          properties: ['customerDocumentId', 'linkEntityType', 'linkEntityId'],
          says: LINKED_ALREADY,
        },
      ],
    },
  },
};
