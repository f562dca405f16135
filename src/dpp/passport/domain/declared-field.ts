import { type Day, type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap } from './json.js';

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
  /** Public objects have it only where it says something: who reads strictly by what there was before never meets it. */
  readonly whenPresent?: true;
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
  readonly as: 'code' | 'country' | 'words' | 'day' | 'yes' | 'number';
  /** Of a number. */
  readonly unit?: string;
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
  /** A text, or each of a list, leads somewhere. */
  readonly isAddress?: true;
  /** The words of which a text is one, where authors say it. */
  readonly words?: readonly string[];
  /** How many entries a list takes. */
  readonly most?: number;
  /** The resource that a number is of: the database holds it. */
  readonly of?: string;
  readonly shown?: Shown;
  readonly listed?: Listed;
  readonly scored?: Scored;
  readonly told?: Told;
}

/** A field of a passport as it is declared, once; REST, GraphQL, files, tables and the page follow from it. */
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
/** Not negative, of at most 15 digits, 4 of them behind the point: so many a number of JSON keeps exactly. */
export const NUMBER_BOUNDS = { precision: 15, scale: 4, min: '0', max: '99999999999.9999' } as const;
/** Within `NUMBER_BOUNDS`. */
export const number = declared<number, 'number'>('number');
export const boolean = declared<boolean, 'boolean'>('boolean');
/** Not empty, no space at an end, always there. */
export const code = declared<string, 'code'>('code');
export const text = declared<string, 'text'>('text');
/** One of the words of a type; where authors say it, they are named by `words`. */
export const word = <W extends string>() => declared<W, 'text'>('text');
export const texts = declared<LanguageMap, 'texts'>('texts');
/** Texts by keys that are no languages. */
export const map = declared<Readonly<Record<string, string>>, 'map'>('map');
/** A list of texts. */
export const words = <const O extends Options & Checked<readonly string[]>>(options: O) =>
  ({ kind: 'words', ...options }) as O & { readonly kind: 'words'; readonly value?: readonly string[] };
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

type IsWhenPresent<D> = D extends { readonly shown: { readonly whenPresent: true } } ? true : false;

type ShownValue<D> = D extends { readonly kind: 'json' | 'instant' }
  ? string
  : D extends { readonly kind: 'day' }
    ? OrNull<string, D>
    : D extends { readonly kind: 'object'; readonly fields: infer F }
      ? OrNull<ShownOf<F>, D>
      : D extends { readonly kind: 'list'; readonly fields: infer F }
        ? readonly ShownOf<F>[]
        : Value<D>;

/** As everybody reads them; what is published has the instant, and what is told only where it is there may be absent. */
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

/** For `faults`: the text is invalid unless this holds. */
export const right =
  <T extends string | number>(isRight: (value: T) => boolean) =>
  (value: T, name: string) =>
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

/** Values as they are read over REST, by their names there; what isn't there isn't shown, nor what isn't public of a part. */
export const shownValues = (fields: readonly NamedField[], values: object): JsonObject => {
  const shown: Record<string, Json> = {};
  for (const { property, name, parts, shown: as } of fields) {
    const value = (values as Readonly<Record<string, Json | undefined>>)[property];
    if (value === undefined || (as?.whenPresent && isEmptyValue(value))) continue;
    const told = parts.filter((part) => part.shown);
    if (parts.length === 0 || value === null) shown[name] = value;
    else if (Array.isArray(value)) shown[name] = value.map((one: object) => shownValues(told, one));
    else shown[name] = shownValues(told, value as object);
  }
  return shown;
};
