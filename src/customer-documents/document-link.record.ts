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
import { ENTITY_TYPES, type EntityType } from './domain/document-link.js';
import { DOCUMENT_RIGHTS, ROOM } from './rights.record.js';

/** That a document belongs to an order, invoice, shipment or credit memo. */
export class DocumentLink {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'The document', required: true, onDelete: 'cascade' })
  readonly customerDocumentId!: number;

  /** Stored, so that the database keeps the reference; not shown. */
  @ReferenceField('salesEntity', { about: 'The sales entity', required: true, onDelete: 'cascade' })
  readonly salesEntityId!: number;

  @StringField({ about: 'What it is linked to', required: true, words: ENTITY_TYPES, example: 'order' })
  readonly linkEntityType!: EntityType;

  @IntField({ about: "The shop's own id of that entity", required: true, example: 4711 })
  readonly linkEntityId!: number;
}

const declared = defineRecord<DocumentLink>({
  resource: 'documentLink',
  record: DocumentLink,
  room: ROOM,
  path: 'customerdocuments/links',
  title: { one: 'document link', many: 'document links' },
  table: 'document_link',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'document_link_pair',
      properties: ['salesEntityId', 'customerDocumentId'],
      says: 'The document is already linked to this entity.',
    },
  ],
  service: 'customerDocumentsLinkRepositoryV1',
});

/** What a link shows of the sales entity is read, searched and sorted there. */
const ENTITY_KEYS: Readonly<Record<string, string>> = { linkEntityType: 'entityType', linkEntityId: 'entityId' };

const withKey = (field: Field): Field => {
  const key = ENTITY_KEYS[field.property];
  return key === undefined ? field : { ...field, keyOf: { property: 'salesEntityId', resource: 'salesEntity', key } };
};

/** As links are stored. */
export const documentLinkResource = withFields(declared, declared.fields.map(withKey));

/** As links are taken and answered: by type and id of the entity alone. */
export const shownDocumentLink = (): Resource<DocumentLink> => {
  const fields = declared.fields.filter(({ property }) => property !== 'salesEntityId');
  return withFields(declared, fields);
};
