import { defineRecord, IdField, IntField, ReferenceField, StringField } from '../../libs/records/index.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** Entities that a document link can refer to (commerce.md, "Sales entities"). */
const ENTITY_TYPES = ['order', 'invoice', 'shipment', 'creditmemo'] as const;
type EntityType = (typeof ENTITY_TYPES)[number];

/** An order, invoice, shipment or credit memo of the shop, for document links to refer to. */
class SalesEntity {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Type of the sales entity: order, invoice, shipment or credit memo',
    required: true,
    words: ENTITY_TYPES,
    example: 'order',
  })
  readonly entityType!: EntityType;

  @IntField({ about: 'ID of the sales entity in the shop, unique within its type', required: true, example: 4711 })
  readonly entityId!: number;

  @StringField({
    about: 'Number of the sales entity as shown to customers; null if unknown',
    nullable: true,
    example: '000000042',
  })
  readonly incrementId!: string | null;

  @ReferenceField('customer', {
    about: 'Customer that the sales entity belongs to; null for a guest',
    nullable: true,
    onDelete: 'clear',
  })
  readonly customerId!: number | null;
}

export const salesEntityResource = defineRecord<SalesEntity>({
  resource: 'salesEntity',
  record: SalesEntity,
  room: 'commerce',
  path: 'commerce/salesEntities',
  title: { one: 'sales entity', many: 'sales entities' },
  table: 'sales_entity',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'sales_entity_key',
      properties: ['entityType', 'entityId'],
      says: 'A sales entity with this type and ID already exists. Update the existing sales entity instead.',
    },
  ],
  service: 'commerceSalesEntityRepositoryV1',
});
