import { Decimal } from '../../kernel/index.js';

/** Declares a field of a record. Validation, search, OpenAPI, table and CSV columns are derived from it. */
export type Kind =
  /** A whole number; a flag is one from 0 to 1. */
  | { readonly type: 'int'; readonly min: number; readonly max: number }
  /** An exact decimal: `precision` digits in all, `scale` after the point; bounds are decimal texts, both included. */
  | {
      readonly type: 'decimal';
      readonly precision: number;
      readonly scale: number;
      readonly min: string;
      readonly max: string;
      /** The value stored for 0 (a quantity of 0 is 1, pricing.md §1). */
      readonly zeroAs?: string;
    }
  | {
      readonly type: 'string';
      /** In characters (code points). */
      readonly maxLength: number;
      /** The closed list of words, if there is one. */
      readonly words?: readonly string[];
      /** Whether refusals contain them. */
      readonly tellsWords?: boolean;
      /** Whether a text is valid, in addition to its length. */
      readonly accepts?: (text: string) => boolean;
      /** What `pattern` and `accepts` allow, for refusals: "three capital letters of ISO 4217". */
      readonly rule?: string;
      /** The domain's name in OpenAPI: `email`, `iso-4217`, `iana-time-zone`, … */
      readonly format?: string;
      readonly pattern?: RegExp;
      /** Unique and looked up by a stored lower-case key, `<column>_key` (wire.md §4). */
      readonly lowerKey?: boolean;
    }
  /** A long text, bounded in UTF-8 bytes; not searchable. */
  | { readonly type: 'text'; readonly maxBytes: number }
  /** A secret: a write-only password, or a token that is shown once. Limited in characters. */
  | { readonly type: 'secret'; readonly minLength: number; readonly maxLength: number }
  | { readonly type: 'day' }
  | { readonly type: 'instant' }
  /** A set of ids of another resource. */
  | { readonly type: 'ids'; readonly of: string; readonly most?: number }
  /** A list of words, kept in order. */
  | {
      readonly type: 'words';
      /** The closed list of allowed values, if there is one. */
      readonly words?: readonly string[];
      readonly accepts?: (word: string) => boolean;
      readonly rule?: string;
      readonly of: string;
      readonly most?: number;
      readonly keepsFaulty?: true;
    }
  /** An object with declared fields, or a list of them; `name` is that of the class that declares them. */
  | { readonly type: 'object'; readonly name: string; readonly fields: readonly Field[] }
  | {
      readonly type: 'objects';
      readonly name: string;
      readonly fields: readonly Field[];
      readonly most?: number;
      /** Whether an entry with a bad value becomes a `FaultyEntry` instead of a fault of the whole list. */
      readonly keepsFaulty?: true;
    }
  /** Code to a string or a list of strings. */
  | { readonly type: 'attributes' }
  /** An object that is not validated here; the service of the resource named beside it does. */
  | { readonly type: 'input' }
  /** True or false; bodies, files and criteria may have it as a text or a flag too. */
  | { readonly type: 'boolean' }
  /** In responses: any JSON, or a refusal in the format of the interface. */
  | { readonly type: 'json' | 'refusal' };

/** A reference to a record of another resource. */
export interface Reference {
  /** Name of the resource, so that no module imports another's class. */
  readonly resource: string;
  /** What happens to this record when the referenced one is deleted; `restrict` returns 400 and names the users. */
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
}

/** Reads and writes a business key of the record that another field refers to: `sku` for `productId`. */
interface KeyOf {
  /** The property that holds the id. */
  readonly property: string;
  readonly resource: string;
  /** The property of that resource: unique there. */
  readonly key: string;
}

export interface Field {
  /** The TypeScript property, camelCase; taken in bodies as it is. */
  readonly property: string;
  /** The name on the wire and of the column, snake_case. */
  readonly name: string;
  /** A further name that bodies may use (`price` for `value`, pricing.md §1). */
  readonly alias?: string;
  /** The right for sending the field, in addition to the right to write the record; without the vendor's prefix. */
  readonly right?: string;
  readonly kind: Kind;
  /** Required on create. */
  readonly required: boolean;
  /** May be absent from an answer. */
  readonly optional?: boolean;
  readonly nullable: boolean;
  /** Default on create for an absent or null value, if the field is not required. Decimals as text. */
  readonly default: unknown;
  /** `read`: the server's own, ignored in bodies. `write`: never answered. */
  readonly access: 'both' | 'read' | 'write';
  readonly reference?: Reference;
  readonly keyOf?: KeyOf;
  /** Whether it is personal data: the audit trail stores it where it can be erased (audit.md, "Personal values"). */
  readonly isPersonal?: boolean;
  /** Whether the field proves a secret; the audit trail and events never contain it. */
  readonly isSecret?: boolean;
  /** Whether a filter and a sort may name it. */
  readonly searchable: boolean;
  /** The unit of a number, such as kg or %; undefined for a number without one and for money. */
  readonly unit?: string;
  /** Description for the documentation: meaning and unit, one line. */
  readonly about: string;
  readonly example?: unknown;
  /** The field in whose place this one can be sent; examples of bodies contain only that one. */
  readonly alternativeTo?: string;
  /** Content of a JSON field: JSON Schemas by name; the first one is the field's own. */
  readonly schemas?: FieldSchemas;
}

/** The schemas refer to each other and to themselves by `#/components/schemas/` and the name. */
export type FieldSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const INT_MAX = 2_147_483_647;
export const STRING_MAX = 255;
export const TEXT_MAX = 65_535;
/** Default for the largest number of entries of a list (`most`). */
export const ENTRIES_MAX = 1_000;

/** `customerPrice` as `CustomerPrice`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Lists and scalars differ in what search may do with them (wire.md §4). */
export const isList = (kind: Kind): boolean => kind.type === 'ids' || kind.type === 'words' || kind.type === 'objects';

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => sameValue(item, other[index]));

const sameObject = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameValue(one[key], other[key]));
};

/** Whether two values of a field are the same: decimals by number, instants by time, objects and lists by content. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (Decimal.isDecimal(one) && Decimal.isDecimal(other)) return one.eq(other);
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (Array.isArray(one) && Array.isArray(other)) return sameList(one, other);
  if (
    typeof one === 'object' &&
    typeof other === 'object' &&
    one &&
    other &&
    !Array.isArray(one) &&
    !Array.isArray(other)
  ) {
    return sameObject(one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>);
  }
  return false;
};
