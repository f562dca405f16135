import { type Day, type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject, LanguageMap } from './json.js';

export const ADDRESS_MAX = 1000;

/** In English and German, as the page has them. */
type Labels = Readonly<Record<'en' | 'de', string>>;

/** How everybody reads a field; without it the field isn't public. */
interface Shown {
  /** Where it differs from what authors are told. */
  readonly about?: string;
  readonly example?: unknown;
  /** GraphQL's account of it, where it differs; empty: none. False: GraphQL lacks the field. */
  readonly graphql?: string | false;
  /** Named by the shop platform's own type: GraphQL has these first. */
  readonly isOfPlatform?: boolean;
  /** The list can't be asked by it. */
  readonly isUnsearched?: boolean;
  /** Public objects have it in front of this one. */
  readonly before?: string;
}

/** How the public list is asked by a field: an index answers. */
interface Listed {
  /** Refusals name the fields in this order. */
  readonly place: number;
  /** Behind `published_passport_`, where it isn't `<name>_listed`. */
  readonly index?: string;
  /** Whether `like` finds beginnings: by the field itself, which has one case, or by a key in lower case beside it. */
  readonly beginning?: 'itself' | 'key';
}

/** What a field counts for the score where nothing else is asked of it than to be right. */
interface Scored {
  readonly place: number;
  readonly weight: number;
  readonly isRight?: (text: string) => boolean;
  readonly wrong?: string;
  readonly cite?: string;
}

/** How the page tells a field among the passport's facts. */
interface Told {
  readonly place: number;
  readonly labels: Labels;
  readonly as: 'code' | 'country' | 'words';
}

interface Options {
  /** Who says it: authors, the server, or nobody, since it follows from others or is made for the public. */
  readonly by?: 'author' | 'server' | 'nobody';
  /** Meaning and unit in a line. */
  readonly about: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly default?: unknown;
  /** In characters; told to authors too. */
  readonly maxLength?: number;
  /** The same of the column alone: authors are refused by `faults`. */
  readonly column?: number;
  readonly max?: number;
  /** The resource that a number is of: the database holds it. */
  readonly of?: string;
  readonly shown?: Shown;
  readonly listed?: Listed;
  readonly scored?: Scored;
  readonly told?: Told;
}

/** A field of a passport as it is declared, once; REST, GraphQL, files, tables and the page follow from it. */
interface Declared<T = unknown> extends Options {
  readonly kind: 'integer' | 'code' | 'text' | 'texts' | 'json' | 'day' | 'instant' | 'object' | 'list';
  readonly fields?: DeclaredFields;
  /** What is wrong with a value that is there, beside what is wrong in it. */
  readonly faults?: (value: never, name: string) => readonly Fault[];
  /** For types alone: nothing stands there. */
  readonly value?: T;
}

type DeclaredFields = Readonly<Record<string, Declared>>;

/** With its names: as in the code, and on the wire and in tables. */
export interface NamedField extends Declared {
  readonly property: string;
  readonly name: string;
  /** What an object, or each of a list, is made of. */
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
/** Not empty, no space at an end, always there. */
export const code = declared<string, 'code'>('code');
export const text = declared<string, 'text'>('text');
/** One of the words of a type: nothing checks it, since no author says it. */
export const word = <W extends string>() => declared<W, 'text'>('text');
export const texts = declared<LanguageMap, 'texts'>('texts');
/** An object, written as JSON in a text. */
export const json = declared<JsonObject, 'json'>('json');
export const day = declared<Day, 'day'>('day');
/** ISO 8601. */
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
export const list = <F extends DeclaredFields, const O extends Options>(fields: F, options: O) =>
  ({ kind: 'list', fields, ...options }) as O & {
    readonly kind: 'list';
    readonly fields: F;
    readonly value?: readonly DeclaredValues<F>[];
  };

type Value<F> = F extends { readonly value?: infer T } ? Exclude<T, undefined> : never;

/** The values of fields as the code has them. */
export type DeclaredValues<F> = { readonly [P in keyof F]: Value<F[P]> };

/** Those of the fields that somebody says. */
export type SaidBy<F, By> = {
  readonly [P in keyof F as F[P] extends { readonly by: By } ? P : never]: Value<F[P]>;
};

/** As rows hold them: instants as dates, JSON as text. */
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

type OnWire<T> = T extends LanguageMap | null | number | string
  ? T
  : T extends readonly (infer One)[]
    ? readonly OnWire<One>[]
    : { readonly [P in keyof T as SnakeCase<P> & string]: OnWire<T[P]> };

/** As everybody reads them; what is published has the instant. */
export type ShownOf<F> = {
  readonly [P in keyof F as F[P] extends { readonly shown: Shown } ? SnakeCase<P> & string : never]: F[P] extends {
    readonly kind: 'json' | 'instant';
  }
    ? string
    : F[P] extends { readonly kind: 'day' }
      ? OrNull<string, F[P]>
      : OnWire<Value<F[P]>>;
};

export const nameOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const namedFields = (fields: DeclaredFields): readonly NamedField[] =>
  Object.entries(fields).map(([property, field]) => ({
    ...field,
    property,
    name: nameOf(property),
    parts: namedFields(field.fields ?? {}),
  }));

export const isScalar = ({ kind }: NamedField): boolean => !['texts', 'json', 'object', 'list'].includes(kind);

/** For `faults`: the text is invalid unless this holds. */
export const right = (isRight: (text: string) => boolean) => (value: string, name: string) =>
  isRight(value) ? [] : [invalidValue(name, value)];

export const faultsIn = (fields: readonly NamedField[], values: object, place = ''): readonly Fault[] => {
  const found: Fault[] = [];
  for (const { property, name: own, parts, faults } of fields) {
    const value = (values as Readonly<Record<string, unknown>>)[property];
    if (value === null || value === undefined) continue;
    const name = place + own;
    if (faults) found.push(...faults(value as never, name));
    if (parts.length === 0) continue;
    if (!Array.isArray(value)) found.push(...faultsIn(parts, value, `${name}.`));
    else for (const [at, one] of value.entries()) found.push(...faultsIn(parts, one as object, `${name}[${at}].`));
  }
  return found;
};

/** Values as they are read over REST, by their names there; what isn't there isn't shown. */
export const shownValues = (fields: readonly NamedField[], values: object): JsonObject => {
  const shown: Record<string, Json> = {};
  for (const { property, name, parts } of fields) {
    const value = (values as Readonly<Record<string, Json | undefined>>)[property];
    if (value === undefined) continue;
    if (parts.length === 0 || value === null) shown[name] = value;
    else if (Array.isArray(value)) shown[name] = value.map((one: object) => shownValues(parts, one));
    else shown[name] = shownValues(parts, value as object);
  }
  return shown;
};
