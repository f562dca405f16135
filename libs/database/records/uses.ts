import type { Resource, Resources } from '../../records/index.js';
import { linkTablesOf } from '../tables/table-of.js';

/** A reference to a resource, and its action on deletion. */
export interface Use {
  readonly by: Resource;
  readonly table: string;
  readonly column: string;
  readonly property: string;
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
  /** For a list of ids: the column of the link table with the owning record. */
  readonly owner?: string;
}

const known = new WeakMap<Resources, Map<string, readonly Use[]>>();

const foundUses = (resource: string, resources: Resources): readonly Use[] =>
  resources.all.flatMap((by) => [
    ...by.fields
      .filter((field) => field.kind.type === 'int' && field.reference?.resource === resource)
      .map(({ name, property, reference }) => ({
        by,
        table: by.table,
        column: name,
        property,
        onDelete: reference?.onDelete ?? 'restrict',
      })),
    ...linkTablesOf(by, resources)
      .filter((link) => link.of === resource && !link.declared)
      .map(({ table, column, owner, field: { property }, onDelete }) => ({
        by,
        table,
        column,
        owner,
        property,
        onDelete,
      })),
  ]);

export const usesOf = (resource: string, resources: Resources): readonly Use[] => {
  const ofAll = known.get(resources) ?? new Map<string, readonly Use[]>();
  known.set(resources, ofAll);
  let uses = ofAll.get(resource);
  if (!uses) {
    uses = foundUses(resource, resources);
    ofAll.set(resource, uses);
  }
  return uses;
};
