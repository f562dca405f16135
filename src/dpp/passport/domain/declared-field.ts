import { type Day, type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap } from './json.js';

export const ADDRESS_MAX = 1000;

/** How the public sees a field; without it the field is not public. */
interface Shown {
  /** Description for the public, if it differs from the text for authors. */
  readonly about?: string;
  readonly example?: unknown;
  /** True for fields of the shop platform's own type, which GraphQL lists first. */
  readonly isOfPlatform?: boolean;
  /** True if criteria of the public list cannot use the field. */
  readonly isUnsearched?: boolean;
  /** Name of the field that public objects list after this one. */
  readonly before?: string;
  /**
   * Public objects contain the field only if it has a value, so that strict clients of the older form are not affected.
   */
  readonly whenPresent?: true;
  /** Always has a value in public objects, even if authors may leave it out. */
  readonly always?: true;
}

/** Weight in the score, for a field that scores if it is present and valid. */
interface Scored {
  readonly position: number;
  readonly weight: number;
  readonly isRight?: (text: string) => boolean;
  readonly wrong?: string;
  readonly cite?: string;
}

interface Options {
  /** Who sets the value: authors, the server, or nobody because it is derived. */
  readonly by?: 'author' | 'server' | 'nobody';
  readonly about: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly default?: unknown;
  /** In characters. Also a limit for authors. */
  readonly maxLength?: number;
  /** Same as `maxLength`, but only for the column. Authors' input is checked by `faults`. */
  readonly column?: number;
  readonly max?: number;
  /** True if the text, or each text in the list, is a URL. */
  readonly isAddress?: true;
  /** Allowed values for authors. */
  readonly words?: readonly string[];
  /** Maximum number of list entries. */
  readonly most?: number;
  /** The resource that the ID refers to. The database enforces the reference. */
  readonly of?: string;
  readonly shown?: Shown;
  readonly scored?: Scored;
}

/** A field of a passport, declared once. REST, GraphQL, files, tables and the page are derived from it. */
interface Declared<T = unknown> extends Options {
  readonly kind:
    | 'integer'
    | 'number'
    | 'boolean'
    | 'code'
    | 'text'
    | 'texts'
    | 'map'
    | 'words'
    | 'json'
    | 'day'
    | 'instant'
    | 'object'
    | 'list';
  readonly fields?: DeclaredFields;
  /** Faults of a present value, in addition to those of its parts. */
  readonly faults?: (value: never, name: string) => readonly Fault[];
  /** Exists only for type inference; never set. */
  readonly value?: T;
}

type DeclaredFields = Readonly<Record<string, Declared>>;

/** A field with its names in the code, the API and tables. */
export interface NamedField extends Declared {
  readonly property: string;
  readonly name: string;
  /** Fields of the object, or of each list entry. */
  readonly parts: readonly NamedField[];
}

type OrNull<T, O> = O extends { readonly nullable: true } ? T | null : T;

interface Checked<T> {
  readonly faults?: (value: T, name: string) => readonly Fault[];
}

const declared =
  <T, K extends Declared['kind']>(kind: K) =>
  <const O extends Options & Checked<T>>(options: O) =>
    ({ kind, ...options }) as O & { readonly kind: K; readonly value?: OrNull<T, O> };

export const integer = declared<number, 'integer'>('integer');
/** Not negative, at most 15 digits including 4 decimal places, so that JSON numbers are exact. */
export const NUMBER_BOUNDS = { precision: 15, scale: 4, min: '0', max: '99999999999.9999' } as const;
/** Within `NUMBER_BOUNDS`. */
export const number = declared<number, 'number'>('number');
export const boolean = declared<boolean, 'boolean'>('boolean');
/** Required, not empty, and without spaces at either end. */
export const code = declared<string, 'code'>('code');
export const text = declared<string, 'text'>('text');
/** A text from a fixed set. If authors set it, `words` lists the allowed values. */
export const word = <W extends string>() => declared<W, 'text'>('text');
export const texts = declared<LanguageMap, 'texts'>('texts');
/** Texts by key, where keys are not languages. */
export const map = declared<Readonly<Record<string, string>>, 'map'>('map');
export const words = <const O extends Options & Checked<readonly string[]>>(options: O) =>
  ({ kind: 'words', ...options }) as O & { readonly kind: 'words'; readonly value?: readonly string[] };
/** An object, stored as JSON text. */
export const json = declared<JsonObject, 'json'>('json');
export const day = declared<Day, 'day'>('day');
export const instant = declared<string, 'instant'>('instant');
export const object = <F extends DeclaredFields, const O extends Options & Checked<DeclaredValues<F>>>(
  fields: F,
  options: O,
) =>
  ({ kind: 'object', fields, ...options }) as O & {
    readonly kind: 'object';
    readonly fields: F;
    readonly value?: OrNull<DeclaredValues<F>, O>;
  };
export const list = <F extends DeclaredFields, const O extends Options & Checked<readonly DeclaredValues<F>[]>>(
  fields: F,
  options: O,
) =>
  ({ kind: 'list', fields, ...options }) as O & {
    readonly kind: 'list';
    readonly fields: F;
    readonly value?: readonly DeclaredValues<F>[];
  };

type Value<F> = F extends { readonly value?: infer T } ? Exclude<T, undefined> : never;

/** Field values as used in the code. */
export type DeclaredValues<F> = { readonly [P in keyof F]: Value<F[P]> };

/** The fields that this party sets. */
export type SetBy<F, By> = {
  readonly [P in keyof F as F[P] extends { readonly by: By } ? P : never]: Value<F[P]>;
};

/** Values as stored in rows: instants as dates, JSON as text. */
export type RowOf<F> = {
  readonly [P in keyof F]: F[P] extends { readonly kind: 'json' }
    ? string
    : F[P] extends { readonly kind: 'instant' }
      ? OrNull<Date, F[P]>
      : Value<F[P]>;
};

type SnakeCase<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

type IsWhenPresent<D> = D extends { readonly shown: { readonly whenPresent: true } } ? true : false;

type ShownValue<D> = D extends { readonly kind: 'json' | 'instant' } | { readonly shown: { readonly always: true } }
  ? string
  : D extends { readonly kind: 'day' }
    ? OrNull<string, D>
    : D extends { readonly kind: 'object'; readonly fields: infer F }
      ? OrNull<ShownOf<F>, D>
      : D extends { readonly kind: 'list'; readonly fields: infer F }
        ? readonly ShownOf<F>[]
        : Value<D>;

/**
 * Values as the public reads them. Published versions always have a publication time. Optional fields may be absent.
 */
export type ShownOf<F> = {
  readonly [
    P in keyof F as F[P] extends { readonly shown: Shown }
      ? IsWhenPresent<F[P]> extends true
        ? never
        : SnakeCase<P> & string
      : never
  ]: ShownValue<F[P]>;
} & {
  readonly [P in keyof F as IsWhenPresent<F[P]> extends true ? SnakeCase<P> & string : never]?: ShownValue<F[P]>;
};

export const nameOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const namedFields = (fields: DeclaredFields): readonly NamedField[] =>
  Object.entries(fields).map(([property, field]) => ({
    ...field,
    property,
    name: nameOf(property),
    parts: namedFields(field.fields ?? {}),
  }));

export const isScalar = ({ kind }: NamedField): boolean =>
  !['texts', 'map', 'words', 'json', 'object', 'list'].includes(kind);

/** Creates a `faults` function that refuses values for which the check returns false; `rule` says what is allowed. */
export const right =
  <T extends string | number>(isRight: (value: T) => boolean, rule: string) =>
  (value: T, name: string) =>
    isRight(value) ? [] : [invalidValue(name, value, rule)];

export const faultsIn = (fields: readonly NamedField[], values: object, path = ''): readonly Fault[] => {
  const found: Fault[] = [];
  for (const { property, name: own, parts, faults } of fields) {
    const value = (values as Readonly<Record<string, unknown>>)[property];
    if (value === null || value === undefined) continue;
    const name = path + own;
    if (faults) found.push(...faults(value as never, name));
    if (parts.length === 0) continue;
    if (!Array.isArray(value)) found.push(...faultsIn(parts, value, `${name}.`));
    else for (const [at, one] of value.entries()) found.push(...faultsIn(parts, one as object, `${name}[${at}].`));
  }
  return found;
};

/** Public values by their names in REST; absent values and non-public parts are left out. */
export const shownValues = (fields: readonly NamedField[], values: object): JsonObject => {
  const shown: Record<string, Json> = {};
  for (const { property, name, parts, shown: as } of fields) {
    const value = (values as Readonly<Record<string, Json | undefined>>)[property];
    if (value === undefined || (as?.whenPresent && isEmptyValue(value))) continue;
    const shownParts = parts.filter((part) => part.shown);
    if (parts.length === 0 || value === null) shown[name] = value;
    else if (Array.isArray(value)) shown[name] = value.map((one: object) => shownValues(shownParts, one));
    else shown[name] = shownValues(shownParts, value as object);
  }
  return shown;
};
