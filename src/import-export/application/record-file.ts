import {
  columnsOfNaming,
  type CsvField,
  csvFieldsOf,
  type Field,
  type InFiles,
  nameKeysOf,
  type Naming,
  namingOf,
  type Resource,
  Resources,
  type UniqueKey,
} from '../../../libs/records/index.js';

const shownInFiles = (resource: Resource): Resource => {
  const { assumedKey, shown = resource } = resource.inFiles ?? {};
  return assumedKey ? { ...shown, unique: [assumedKey] } : shown;
};

/** All resources, with the keys that files use. */
export const resourcesInFiles = (resources: Resources): Resources => new Resources(resources.all.map(shownInFiles));

/** Additional column with the path of a document's file, relative to the folder. */
export const FILE_COLUMN = 'file';

export interface IdTextField {
  readonly type: 'idText';
  readonly field: Field;
  /** The column of the text itself, then the one with the record's name. */
  readonly columns: readonly [string, string];
  readonly naming: Naming;
  readonly isIdWhere: NonNullable<InFiles['idText']>['isIdWhere'] & { readonly column: string };
}

export type FileField = CsvField | IdTextField;

/** A resource as a file. */
export interface RecordFile {
  readonly file: string;
  readonly resource: Resource;
  readonly fields: readonly FileField[];
  readonly columns: readonly string[];
  /** Columns with decimals. */
  readonly numbers: readonly string[];
  /** Text columns that identify the record, and which spreadsheets may convert to numbers. */
  readonly keys: readonly Field[];
  /** For records that may have no key: columns of which at least one must be filled. */
  readonly nameColumns: readonly string[];
  /** The key by which rows find their records, if the service has no key for that. */
  readonly assumed: UniqueKey | undefined;
  /** Whether its records have binary files. */
  readonly hasFiles: boolean;
  /** How records refer to others of the same resource. */
  readonly self: Extract<CsvField, { readonly type: 'name' }> | undefined;
}

/** The name of the CSV file for a JSON Lines file with the same records. */
export const asCsv = (name: string): string => name.replace(/\.ndjson$/, '.csv');

/** Named after the table, whose name is unique. */
const fileNameOf = ({ table }: Resource): string => `${table}.csv`;

const withIdText = (resource: Resource, fields: readonly CsvField[], resources: Resources): readonly FileField[] => {
  const { idText } = resource.inFiles ?? {};
  if (!idText) return fields;
  const target = resources.named(idText.resource);
  const naming = namingOf(target, idText.resource, resources, true);
  const [column = ''] = columnsOfNaming(naming);
  const isIdWhere = { ...idText.isIdWhere, column: resource.byProperty.get(idText.isIdWhere.property)?.name ?? '' };
  return fields.map((one): FileField =>
    one.field.property === idText.property
      ? { type: 'idText', field: one.field, columns: [one.field.name, column], naming, isIdWhere }
      : one,
  );
};

/** Columns of which at least one must be filled; empty if every record has a key. */
const nameColumnsOf = (resource: Resource): readonly string[] => {
  const isThere = resource.unique.some(
    ({ properties, nulls, when }) =>
      !when &&
      (nulls === 'collide' || properties.every((property) => resource.byProperty.get(property)?.nullable === false)),
  );
  if (isThere) return [];
  return nameKeysOf(resource).map(({ properties: [first = ''] }) => resource.byProperty.get(first)?.name ?? first);
};

const isOwnKey = ({ unique }: Resource, { kind, property }: Field): boolean =>
  kind.type === 'string' && unique.some(({ properties }) => properties.length === 1 && properties[0] === property);

/** `resources` must be the result of `resourcesInFiles`, including `resource`. */
export const recordFileOf = (resource: Resource, resources: Resources): RecordFile => {
  const { assumedKey, omitted, hasBytes: hasFiles = false } = resource.inFiles ?? {};
  const plain = csvFieldsOf(resource, resources, omitted);
  const fields = withIdText(resource, plain, resources);
  return {
    file: fileNameOf(resource),
    resource,
    fields,
    columns: [...fields.flatMap(({ columns }) => [...columns]), ...(hasFiles ? [FILE_COLUMN] : [])],
    numbers: plain.flatMap(({ field: { kind, name } }) => (kind.type === 'decimal' ? [name] : [])),
    keys: plain.flatMap(({ type, field }) => (type === 'value' && isOwnKey(resource, field) ? [field] : [])),
    assumed: assumedKey,
    hasFiles,
    nameColumns: nameColumnsOf(resource),
    self: plain.flatMap((one) => (one.type === 'name' && one.naming.resource === resource.resource ? [one] : []))[0],
  };
};

/** The resources whose records a field refers to. */
const namedBy = (field: FileField): readonly string[] =>
  field.type === 'objects' ? field.fields.flatMap(namedBy) : 'naming' in field ? [field.naming.resource] : [];

/** The files in an order in which their rows can be saved: referenced records first. */
export const inLoadingOrder = (files: readonly RecordFile[]): readonly RecordFile[] => {
  const byResource = new Map(files.map((file) => [file.resource.resource, file]));
  const ordered = new Set<RecordFile>();
  const visited = new Set<RecordFile>();
  const visit = (file: RecordFile): void => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const name of file.fields.flatMap(namedBy)) {
      const other = byResource.get(name);
      if (other) visit(other);
    }
    ordered.add(file);
  };
  for (const file of files) visit(file);
  return [...ordered];
};
