import { namesOf, type Recorded, type Resource } from '../../../libs/records/index.js';

/** The resource with another default for one of its fields: one that depends on what is stored. */
export const withDefault = <T extends Recorded>(
  resource: Resource<T>,
  property: string,
  value: unknown,
): Resource<T> => {
  const fields = resource.fields.map((field) => (field.property === property ? { ...field, default: value } : field));
  return {
    ...resource,
    fields,
    byProperty: new Map(fields.map((field) => [field.property, field])),
    byName: namesOf(fields),
  };
};
