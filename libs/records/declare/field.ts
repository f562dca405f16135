import { Decimal } from '../../kernel/index.js';

/** Type of a field. Validation, search, OpenAPI, table and CSV columns are derived from it. */
export type Kind =
  /** An integer; a flag is one from 0 to 1. */
  | { readonly type: 'int'; readonly min: number; readonly max: number }
  /**
   * An exact decimal with `precision` digits in total and `scale` decimal places. The limits are decimal strings, both
   * inclusive.
   */
  | {
      readonly type: 'decimal';
      readonly precision: number;
      readonly scale: number;
      readonly min: string;
      readonly max: string;
      /** The value that replaces 0 (a quantity of 0 is stored as 1, pricing.md §1). */
      readonly zeroAs?: string;
    }
  | {
      readonly type: 'string';
      /** In Unicode code points. */
      readonly maxLength: number;
      /** The allowed values, if the list is closed. */
      readonly words?: readonly string[];
      /** Whether error messages contain the list. */
      readonly tellsWords?: boolean;
      /** Validates a text, in addition to its length. */
      readonly accepts?: (text: string) => boolean;
      /** What `pattern` and `accepts` allow, for error messages: "three capital letters of ISO 4217". */
      readonly rule?: string;
      /** The `format` in OpenAPI: `email`, `iso-4217`, `iana-time-zone`, … */
      readonly format?: string;
      readonly pattern?: RegExp;
      /**
       * Whether the field is compared case-insensitively through a stored lowercase column, `<column>_key` (wire.md
       * §4).
       */
      readonly lowerKey?: boolean;
    }
  /** A long text, limited in UTF-8 bytes; not searchable. */
  | { readonly type: 'text'; readonly maxBytes: number }
  /** A secret: a write-only password, or a token that is returned once. The limits are in characters. */
  | { readonly type: 'secret'; readonly minLength: number; readonly maxLength: number }
  | { readonly type: 'day' }
  | { readonly type: 'instant' }
  /** A set of ids of another resource. */
  | { readonly type: 'ids'; readonly of: string; readonly most?: number }
  /** An ordered list of words. */
  | {
      readonly type: 'words';
      /** The allowed values, if the list is closed. */
      readonly words?: readonly string[];
      readonly accepts?: (word: string) => boolean;
      readonly rule?: string;
      readonly of: string;
      readonly most?: number;
      readonly keepsFaulty?: true;
    }
  /** An object with declared fields, or a list of them; `name` is the name of the declaring class. */
  | { readonly type: 'object'; readonly name: string; readonly fields: readonly Field[] }
  | {
      readonly type: 'objects';
      readonly name: string;
      readonly fields: readonly Field[];
      /** What SOAP calls the entries in the name of the list type, if not by `name`. */
      readonly listOf?: string;
      readonly most?: number;
      /**
       * Whether an entry with an invalid value becomes a `FaultyEntry`, so that the rest of the list is still
       * accepted.
       */
      readonly keepsFaulty?: true;
    }
  /** A map from codes to a string or a list of strings. */
  | { readonly type: 'attributes' }
  /** An object that is validated later, by the service of the resource named next to it. */
  | { readonly type: 'input' }
  /** A boolean; bodies, files and criteria also accept it as text or flag. */
  | { readonly type: 'boolean' }
  /** Only in responses: any JSON, or an error in the format of the interface. */
  | { readonly type: 'json' | 'refusal' };

/** A reference to a record of another resource. */
export interface Reference {
  /** Name of the resource, so that no module imports another one's class. */
  readonly resource: string;
  /**
   * What happens to this record when the referenced one is deleted. `restrict` returns 400 and names the records that
   * prevent it.
   */
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
}

/** Reads and writes a business key of a referenced record, such as `sku` for `productId`. */
interface KeyOf {
  /** The property with the id. */
  readonly property: string;
  readonly resource: string;
  /** The unique property of the referenced resource. */
  readonly key: string;
}

export interface Field {
  /** The property name in TypeScript, in camelCase; bodies may use it too. */
  readonly property: string;
  /** The name in the API and of the column, in snake_case. */
  readonly name: string;
  /** Another name that bodies may use (`price` for `value`, pricing.md §1). */
  readonly alias?: string;
  /** The right to send the field, in addition to the right to write the record; without the vendor's prefix. */
  readonly right?: string;
  readonly kind: Kind;
  /** Whether it is required on create. */
  readonly required: boolean;
  /** Whether it may be missing from a response. */
  readonly optional?: boolean;
  readonly nullable: boolean;
  /** Default on create for a missing or null value, if the field is not required. Decimals are strings. */
  readonly default: unknown;
  /** `read`: set by the server and ignored in bodies. `write`: never returned. */
  readonly access: 'both' | 'read' | 'write';
  readonly reference?: Reference;
  readonly keyOf?: KeyOf;
  /**
   * Whether it is personal data, which the audit trail stores separately so that it can be erased (audit.md, "Personal
   * values").
   */
  readonly isPersonal?: boolean;
  /** Whether the field can prove a secret; the audit trail and events never contain it. */
  readonly isSecret?: boolean;
  /** Whether filters and sort orders may use it. */
  readonly searchable: boolean;
  /** The unit of a number, such as kg or %; undefined for numbers without a unit and for money. */
  readonly unit?: string;
  /** One-line description for the documentation: meaning and unit. */
  readonly about: string;
  readonly example?: unknown;
  /** The property that this one can replace; examples of bodies contain only that property. */
  readonly alternativeTo?: string;
  /** Content of a JSON field: JSON Schemas by name. The first one describes the field itself. */
  readonly schemas?: FieldSchemas;
}

/** JSON Schemas by name. They refer to each other and to themselves with `#/components/schemas/` and the name. */
export type FieldSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const INT_MAX = 2_147_483_647;
export const STRING_MAX = 255;
export const TEXT_MAX = 65_535;
/** Default maximum number of entries of a list (`most`). */
export const ENTRIES_MAX = 1_000;

/** Converts `customerPrice` to `CustomerPrice`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Search supports different conditions for lists (wire.md §4). */
export const isList = (kind: Kind): boolean => kind.type === 'ids' || kind.type === 'words' || kind.type === 'objects';

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => sameValue(item, other[index]));

const sameObject = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameValue(one[key], other[key]));
};

/** Whether two values of a field are equal: decimals by value, timestamps by time, objects and lists by content. */
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
