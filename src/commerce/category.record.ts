import { defineRecord, IdField, ReferenceField, StringField, WrittenRecord } from '../../libs/records/index.js';
import { categoryFaults, categoryScopes } from './domain/category.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

export class Category extends WrittenRecord {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Name of the category', required: true, example: 'Lighting' })
  readonly name!: string;

  @ReferenceField('category', {
    about: 'Parent category; null for a root category',
    nullable: true,
    onDelete: 'restrict',
    example: 2,
  })
  readonly parentId!: number | null;

  @StringField({
    about: 'Unique identifier of the record in an external system; null if unset',
    nullable: true,
    example: 'name:Lighting',
  })
  readonly externalId!: string | null;
}

export const categoryResource = defineRecord<Category>({
  resource: 'category',
  record: Category,
  room: 'commerce',
  path: 'commerce/categories',
  title: { one: 'category', many: 'categories' },
  table: 'category',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [],
  indexes: [{ name: 'category_updated_at', properties: ['updatedAt'] }],
  service: 'commerceCategoryRepositoryV1',
  faults: categoryFaults,
  scopes: categoryScopes,
});
