import {
  columnsOfNaming,
  type CsvField,
  csvFieldsOf,
  type Field,
  nameKeysOf,
  type Naming,
  namingOf,
  type Resource,
  Resources,
  type UniqueKey,
  withFields,
} from '../../../libs/records/index.js';

/** A text that is a record's id in some rows and means itself in the others. */
interface IdText {
  readonly property: string;
  readonly resource: string;
  /** The property that says which it is, and its value for ids. */
  readonly told: { readonly property: string; readonly is: string };
}

/** Ids that no reference declares: a condition of a matrix names its category in a text (pricing.md §1). */
const ID_TEXTS: Readonly<Record<string, IdText>> = {
  productCustomerMatrixAttribute: {
    property: 'attributeValue',
    resource: 'category',
    told: { property: 'attributeCode', is: 'category_ids' },
  },
};

/** A resource without a key of its own, and by what files tell its records apart; nothing keeps two from being alike. */
export const ASSUMED_KEYS: Readonly<Record<string, UniqueKey>> = {
  document: {
    name: 'document by name and website',
    properties: ['name', 'websiteId'],
    says: 'several documents of this website have this name',
  },
};

/** Fields that are records of files of their own as well. */
const OMITTED: Readonly<Record<string, readonly string[]>> = { document: ['customerIds', 'customerGroupIds'] };

/** What a link refers to is told by type and id of the sales entity, as its routes do. */
const LINK = 'documentLink';
const LINK_KEY: UniqueKey = {
  name: 'document link',
  properties: ['customerDocumentId', 'linkEntityType', 'linkEntityId'],
  says: 'The document is already linked to this entity.',
};

const plainField = ({ keyOf: _keyOf, ...field }: Field): Field => field;

const inFiles = (resource: Resource): Resource => {
  const assumed = ASSUMED_KEYS[resource.resource];
  if (assumed) return { ...resource, unique: [assumed] };
  if (resource.resource !== LINK) return resource;
  const fields = resource.fields.filter(({ property }) => property !== 'salesEntityId').map(plainField);
  return { ...withFields(resource, fields), unique: [LINK_KEY] };
};

/** All resources, as files tell their records apart. */
export const resourcesInFiles = (resources: Resources): Resources => new Resources(resources.all.map(inFiles));

/** A column beside the fields: where the file of a document lies, below the folder. */
export const FILE_COLUMN = 'file';
const WITH_FILES = 'document';

export interface IdTextField {
  readonly type: 'idText';
  readonly field: Field;
  /** The text's own, then the one that names the record. */
  readonly columns: readonly [string, string];
  readonly naming: Naming;
  readonly told: IdText['told'] & { readonly column: string };
}

export type FileField = CsvField | IdTextField;

/** One resource as a file. */
export interface RecordFile {
  readonly file: string;
  readonly resource: Resource;
  readonly fields: readonly FileField[];
  readonly columns: readonly string[];
  /** Where records may be without any key: columns of which one must say which record a row is. */
  readonly nameColumns: readonly string[];
  /** The key by which rows find their records, where the service knows none. */
  readonly assumed: UniqueKey | undefined;
  /** Whether its records have files of bytes beside them. */
  readonly hasFiles: boolean;
  /** How a record names another of its own resource. */
  readonly self: Extract<CsvField, { readonly type: 'name' }> | undefined;
}

/** Named like the table, which no two resources share. */
const fileNameOf = ({ table }: Resource): string => `${table}.csv`;

const withIdText = (resource: Resource, fields: readonly CsvField[], resources: Resources): readonly FileField[] => {
  const idText = ID_TEXTS[resource.resource];
  if (!idText) return fields;
  const target = resources.named(idText.resource);
  const naming = namingOf(target, idText.resource, resources, true);
  const [column = ''] = columnsOfNaming(naming);
  const told = { ...idText.told, column: resource.byProperty.get(idText.told.property)?.name ?? '' };
  return fields.map((one): FileField =>
    one.field.property === idText.property
      ? { type: 'idText', field: one.field, columns: [one.field.name, column], naming, told }
      : one,
  );
};

/** Columns of which one must be filled; none where a key is in every record. */
const nameColumnsOf = (resource: Resource): readonly string[] => {
  const isThere = resource.unique.some(
    ({ properties, nulls, when }) =>
      !when &&
      (nulls === 'collide' || properties.every((property) => resource.byProperty.get(property)?.nullable === false)),
  );
  if (isThere) return [];
  return nameKeysOf(resource).map(({ properties: [first = ''] }) => resource.byProperty.get(first)?.name ?? first);
};

/** `resources` are those of `resourcesInFiles`, of which `resource` is one. */
export const recordFileOf = (resource: Resource, resources: Resources): RecordFile => {
  const plain = csvFieldsOf(resource, resources, OMITTED[resource.resource]);
  const hasFiles = resource.resource === WITH_FILES;
  const fields = withIdText(resource, plain, resources);
  return {
    file: fileNameOf(resource),
    resource,
    fields,
    columns: [...fields.flatMap(({ columns }) => [...columns]), ...(hasFiles ? [FILE_COLUMN] : [])],
    assumed: ASSUMED_KEYS[resource.resource],
    hasFiles,
    nameColumns: nameColumnsOf(resource),
    self: plain.flatMap((one) => (one.type === 'name' && one.naming.resource === resource.resource ? [one] : []))[0],
  };
};

/** The resources whose records a field names. */
const namedBy = (field: FileField): readonly string[] =>
  field.type === 'objects' ? field.fields.flatMap(namedBy) : 'naming' in field ? [field.naming.resource] : [];

/** The files in the order in which their rows can be loaded: what a row names is there before. */
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
