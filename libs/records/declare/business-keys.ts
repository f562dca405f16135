import { namesOf, type Recorded, type Resource } from './definition.js';
import type { Field } from './field.js';

interface BusinessKey {
  /** How rows of other resources call it. */
  readonly name: string;
  readonly property: string;
  /** The property of the resource itself: unique there. */
  readonly key: string;
  readonly maxLength: number;
  readonly example: string;
}

/**
 * The business keys that rows of a bulk call may bring instead of ids, by the resource that they name (bulk.md,
 * "Sending rows").
 */
export const BUSINESS_KEYS: Readonly<Record<string, BusinessKey>> = {
  product: { name: 'sku', property: 'sku', key: 'sku', maxLength: 64, example: 'A1' },
  customer: {
    name: 'customer_number',
    property: 'customerNumber',
    key: 'customerNumber',
    maxLength: 255,
    example: 'C-10042',
  },
  customerGroup: {
    name: 'customer_group_code',
    property: 'customerGroupCode',
    key: 'code',
    maxLength: 255,
    example: 'Wholesale',
  },
  priceList: {
    name: 'pricelist_name',
    property: 'pricelistName',
    key: 'name',
    maxLength: 255,
    example: 'Retail 2026',
  },
  productCustomerMatrix: {
    name: 'matrix_name',
    property: 'matrixName',
    key: 'name',
    maxLength: 255,
    example: 'Garden 2026',
  },
};

/** The field by which a row names the record that `field` refers to, unless the record declares one itself. */
const keyFieldOf = (resource: Resource, field: Field): readonly Field[] => {
  const target = field.kind.type === 'int' ? field.reference?.resource : undefined;
  const known = target === undefined ? undefined : BUSINESS_KEYS[target];
  if (target === undefined || !known || resource.byName.has(known.name)) return [];
  return [
    {
      property: known.property,
      name: known.name,
      kind: { type: 'string', maxLength: known.maxLength },
      required: false,
      nullable: field.nullable,
      default: null,
      // Taken, never answered.
      access: 'write',
      keyOf: { property: field.property, resource: target, key: known.key },
      searchable: false,
      about: `Instead of ${field.name}`,
      example: known.example,
    },
  ];
};

const forms = new WeakMap<object, Resource>();

/**
 * The resource as rows of a bulk call are read: with business keys beside the ids that it refers to by. A resource that
 * refers to one other twice has no name for which is meant, so only the first reference is named.
 */
export const withBusinessKeys = <T extends Recorded>(resource: Resource<T>): Resource<T> => {
  let form = forms.get(resource);
  if (!form) {
    const plain = resource as unknown as Resource;
    const found = new Map(plain.fields.flatMap((field) => keyFieldOf(plain, field)).map((key) => [key.name, key]));
    const fields = [...plain.fields, ...found.values()];
    form = {
      ...plain,
      fields,
      byProperty: new Map(fields.map((field) => [field.property, field])),
      byName: namesOf(fields),
    };
    forms.set(resource, form);
  }
  return form as unknown as Resource<T>;
};
