import { grouped } from '../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { bothPoints, type Point, pointOf, PUBLIC_POINT } from './template.js';

/** A payload property, combined from all its declarations in the schema. */
export interface PropertyShape {
  readonly name: string;
  /** Path without list indexes, such as `spare_parts.price.currency`. */
  readonly path: string;
  /**
   * The property's point, considering all its declarations and parents. Null if they contradict each other; then only
   * the operator can read it.
   */
  readonly point: Point | null;
  /** True if the value changes in use. It is then measured and not part of a version. */
  readonly dynamic: boolean;
  /**
   * True if the value is the ID of a document of this service. At publication, a property `url` with the URL of its
   * file takes its place.
   */
  readonly isDocument: boolean;
  /** True if required unconditionally. */
  readonly required: boolean;
  /** `x-weight`; null if not set. */
  readonly weight: number | null;
  readonly cite: string | null;
  readonly voluntary: boolean;
  /** True if an empty list means "there are none". */
  readonly hasNone: boolean;
  /** JSON types that the schema declares for the value itself. */
  readonly types: readonly string[];
  /** Allowed values (`enum`). */
  readonly words: readonly string[];
  /** Format such as `country` or `date`; null if not set. */
  readonly format: string | null;
  /**
   * True if the format is `country`, or the property refers to a definition of that name. Shipped templates use the
   * definition for validators that do not know the format.
   */
  readonly isCountry: boolean;
  /** True if the members are texts by language instead of properties. */
  readonly languageMap: boolean;
  /** True if the property or one of its parents is in a list. */
  readonly inList: boolean;
  readonly children: Shape;
}

/** Properties of an object by name. */
export type Shape = ReadonlyMap<string, PropertyShape>;

/** Keywords whose schemas apply to the same value unconditionally. */
const SURE = ['allOf'] as const;
const PERHAPS_LISTS = ['anyOf', 'oneOf'] as const;
const PERHAPS_ONE = ['if', 'then', 'else', 'not'] as const;
/** Keywords whose schemas apply to each list entry. */
const ENTRIES_ONE = ['items', 'contains', 'unevaluatedItems'] as const;

const LOCAL_REFERENCE = /^#\/\$defs\/([A-Za-z][A-Za-z0-9_-]{0,63})$/;

/** The referenced definition; undefined for an unknown name or a form other than `#/$defs/name`. */
export const referenced = (root: JsonObject, reference: Json | undefined): JsonObject | undefined => {
  const name = typeof reference === 'string' ? LOCAL_REFERENCE.exec(reference)?.[1] : undefined;
  const definitions = root['$defs'];
  const found =
    name !== undefined && isJsonObject(definitions) && Object.hasOwn(definitions, name) && definitions[name];
  return isJsonObject(found) ? found : undefined;
};

/** A schema that applies to a value, and whether it always applies. */
interface Saying {
  readonly schema: JsonObject;
  readonly sure: boolean;
}

const objects = (value: Json | undefined): readonly JsonObject[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => isJsonObject(one));

/** Visited schemas as a linked list, because copying a set in each step would be slow. */
interface Seen {
  readonly schemas: ReadonlySet<JsonObject>;
  readonly before: Seen | undefined;
}

const isSeen = (schema: JsonObject, way: Seen | undefined): boolean => {
  for (let step = way; step; step = step.before) if (step.schemas.has(schema)) return true;
  return false;
};

/** All schemas that apply to the same value, including this one. Stops at recursive definitions. */
const sayings = (root: JsonObject, start: Saying, seen: Seen | undefined): readonly Saying[] => {
  if (isSeen(start.schema, seen)) return [];
  const { schema, sure } = start;
  const known: Seen = { schemas: new Set([schema]), before: seen };
  const further = (schemas: readonly JsonObject[], stillSure: boolean): readonly Saying[] =>
    schemas.flatMap((one) => sayings(root, { schema: one, sure: sure && stillSure }, known));
  const dependent = isJsonObject(schema['dependentSchemas']) ? Object.values(schema['dependentSchemas']) : [];
  return [
    start,
    ...further(objects(referenced(root, schema['$ref'])), true),
    ...SURE.flatMap((key) => further(objects(schema[key]), true)),
    ...PERHAPS_LISTS.flatMap((key) => further(objects(schema[key]), false)),
    ...PERHAPS_ONE.flatMap((key) => further(objects(schema[key]), false)),
    ...further(dependent.filter(isJsonObject), false),
  ];
};

const entriesOf = ({ schema, sure }: Saying): readonly Saying[] =>
  [...ENTRIES_ONE, 'prefixItems'].flatMap((key) => objects(schema[key]).map((one) => ({ schema: one, sure })));

const valuesOf = ({ schema, sure }: Saying): readonly Saying[] =>
  ['additionalProperties', 'unevaluatedProperties'].flatMap((key) =>
    objects(schema[key]).map((one) => ({ schema: one, sure })),
  );

/** Schemas of a value, and of the entries if it is a list, recursively. */
const throughLists = (
  root: JsonObject,
  starts: readonly Saying[],
  seen: Seen | undefined,
): { readonly all: readonly Saying[]; readonly list: boolean } => {
  const own = starts.flatMap((start) => sayings(root, start, seen));
  const entries = own.flatMap(entriesOf);
  if (entries.length === 0) return { all: own, list: false };
  const below = throughLists(root, entries, { schemas: new Set(own.map(({ schema }) => schema)), before: seen });
  return { all: [...own, ...below.all], list: true };
};

const saidPoint = (schemas: readonly JsonObject[]): Point | null =>
  schemas
    .map((schema) => schema['x-disclosure'])
    .map((said) => (said === undefined ? PUBLIC_POINT : pointOf(said)))
    .reduce(bothPoints, PUBLIC_POINT);

const numberOf = (all: readonly Saying[], key: string): number | null =>
  all.map(({ schema }) => schema[key]).find((value) => typeof value === 'number') ?? null;
const textOf = (all: readonly Saying[], key: string): string | null =>
  all.map(({ schema }) => schema[key]).find((value) => typeof value === 'string') ?? null;

const wordsOf = (all: readonly Saying[]): readonly string[] => [
  ...new Set(
    all
      .flatMap(({ schema }) => (Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : []))
      .filter((word) => typeof word === 'string'),
  ),
];

const typesOf = (all: readonly Saying[]): readonly string[] => [
  ...new Set(all.flatMap(({ schema: { type } }) => [type ?? []].flat()).filter((type) => typeof type === 'string')),
];

const declaredBy = (all: readonly Saying[]): ReadonlyMap<string, readonly Saying[]> =>
  grouped(
    all.flatMap(({ schema: { properties }, sure }) =>
      isJsonObject(properties) ? Object.entries(properties).map(([name, schema]) => ({ name, schema, sure })) : [],
    ),
    ({ name }) => name,
    ({ schema, sure }) => ({ schema: isJsonObject(schema) ? schema : {}, sure }),
  );

const requiredBy = (all: readonly Saying[]): ReadonlySet<Json> =>
  new Set(
    all.flatMap(({ schema, sure }) =>
      sure && Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [],
    ),
  );

interface ShapeContext {
  readonly path: string;
  readonly point: Point | null;
  readonly inList: boolean;
  readonly seen: Seen | undefined;
}

const shapeAt = (root: JsonObject, all: readonly Saying[], { path, point, inList, seen }: ShapeContext): Shape => {
  const required = requiredBy(all);
  const shape = new Map<string, PropertyShape>();
  for (const [name, starts] of declaredBy(all)) {
    const { all: said, list } = throughLists(root, starts, seen);
    const itself = starts.flatMap((start) => sayings(root, start, seen));
    const values = said.flatMap(valuesOf);
    const own = saidPoint([...said, ...values].map(({ schema }) => schema));
    const context = {
      path: path === '' ? name : `${path}.${name}`,
      point: bothPoints(point, own),
      inList: inList || list,
      seen: { schemas: new Set(said.map(({ schema }) => schema)), before: seen },
    };
    const children = shapeAt(root, said, context);
    shape.set(name, {
      name,
      path: context.path,
      point: context.point,
      dynamic: path === '' && said.some(({ schema }) => schema['x-dynamic'] === true),
      isDocument: said.some(({ schema }) => schema['x-document'] === true),
      required: required.has(name),
      weight: numberOf(itself, 'x-weight'),
      cite: textOf(said, 'x-cite'),
      voluntary: said.some(({ schema }) => schema['x-voluntary'] === true),
      hasNone: said.some(({ schema }) => schema['x-none'] === true),
      types: typesOf(itself),
      words: wordsOf(said),
      format: textOf(said, 'format'),
      isCountry: said.some(({ schema: { format, $ref } }) => format === 'country' || $ref === '#/$defs/country'),
      languageMap: children.size === 0 && values.some(({ schema }) => schema['type'] === 'string'),
      inList: context.inList,
      children,
    });
  }
  return shape;
};

const TOP = { path: '', point: PUBLIC_POINT, inList: false, seen: undefined } as const;

/** Point and children of a property from its own schema, ignoring siblings and parents. */
export const shapeOfProperty = (root: JsonObject, schema: JsonObject): Pick<PropertyShape, 'point' | 'children'> => {
  const { all } = throughLists(root, [{ schema, sure: true }], undefined);
  const point = saidPoint([...all, ...all.flatMap(valuesOf)].map((one) => one.schema));
  return { point, children: shapeAt(root, all, { ...TOP, point }) };
};

/** Schemas that declare properties of the same object, and whether they always apply. */
export const objectSchemas = (
  root: JsonObject,
  schema: JsonObject,
): readonly { readonly schema: JsonObject; readonly sure: boolean }[] =>
  throughLists(root, [{ schema, sure: true }], undefined).all;

const kept = new WeakMap<JsonObject, Shape>();

/** Declared payload properties, following references. Cached per schema object. */
export const shapeOf = (schema: JsonObject): Shape => {
  const known = kept.get(schema);
  if (known) return known;
  const shape = shapeAt(schema, sayings(schema, { schema, sure: true }, undefined), TOP);
  kept.set(schema, shape);
  return shape;
};

/** All properties, parents before their children. */
export const allProperties = (shape: Shape): readonly PropertyShape[] =>
  [...shape.values()].flatMap((property) => [property, ...allProperties(property.children)]);

/** True if everyone can read the property in all published forms. */
export const isPublicProperty = ({ point, dynamic }: PropertyShape): boolean => point === PUBLIC_POINT && !dynamic;

/** Properties that change in use, by name. */
export const dynamicProperties = (shape: Shape): readonly PropertyShape[] =>
  [...shape.values()].filter(({ dynamic }) => dynamic);
