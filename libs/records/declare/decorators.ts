import { isEmail, isISO4217CurrencyCode, isTimeZone } from 'class-validator';
import {
  type Field,
  type FieldSchemas,
  INT_MAX,
  type Kind,
  type Reference,
  snakeCase,
  STRING_MAX,
  TEXT_MAX,
} from './field.js';

export interface FieldOptions {
  /** One-line description for the documentation: meaning and unit. */
  readonly about: string;
  /** The field's name in the API; default: the property in snake_case. */
  readonly name?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly access?: Field['access'];
  readonly alias?: string;
  /**
   * The right to send the field, in addition to the right to write the record. Required even if the value is null or
   * unchanged.
   */
  readonly right?: string;
  readonly example?: unknown;
  /** The property that this one can replace; examples of bodies contain only that property. */
  readonly alternativeTo?: string;
  /** Whether it is personal data, which the audit trail stores separately so that it can be erased. */
  readonly isPersonal?: boolean;
  /**
   * Whether the field can prove a secret, such as the digest of a token. The audit trail and events never contain it.
   */
  readonly isSecret?: boolean;
  readonly searchable?: boolean;
  /** Unit of a numeric field. */
  readonly unit?: string;
  readonly schemas?: FieldSchemas;
}

const declared = new WeakMap<object, Map<string, Field>>();

const fieldsOfPrototype = (prototype: object): Map<string, Field> => {
  let fields = declared.get(prototype);
  if (!fields) {
    fields = new Map();
    declared.set(prototype, fields);
  }
  return fields;
};

const SEARCHABLE: Readonly<Record<Kind['type'], boolean>> = {
  int: true,
  decimal: true,
  string: true,
  text: false,
  secret: false,
  day: true,
  instant: true,
  ids: true,
  words: false,
  object: false,
  objects: false,
  attributes: false,
  input: false,
  boolean: true,
  json: false,
  refusal: false,
};

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined options. */
const given = <T extends object>(options: T): Given<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;

const declare =
  (kind: Kind, options: FieldOptions, extra: Partial<Field> = {}): PropertyDecorator =>
  (prototype, key) => {
    const property = String(key);
    const {
      nullable = false,
      optional,
      alias,
      right,
      isPersonal,
      isSecret,
      example,
      schemas,
      unit,
      alternativeTo,
    } = options;
    const previous = fieldsOfPrototype(prototype).get(property);
    fieldsOfPrototype(prototype).set(property, {
      property,
      name: options.name ?? snakeCase(property),
      kind,
      required: options.required ?? false,
      nullable,
      default: options.default ?? null,
      access: options.access ?? 'both',
      searchable: options.searchable ?? SEARCHABLE[kind.type],
      about: options.about,
      ...given({
        optional,
        alias,
        right,
        isPersonal,
        isSecret,
        example,
        alternativeTo,
        schemas,
        unit,
        reference: previous?.reference,
      }),
      ...extra,
    });
  };

/** The record's own id, assigned by the database or, if the definition allows it, by the caller. */
export const IdField = (): PropertyDecorator =>
  declare(
    { type: 'int', min: 0, max: INT_MAX },
    { about: 'Unique identifier of the record', access: 'read', example: 17 },
  );

export const IntField = (options: FieldOptions & { readonly min?: number; readonly max?: number }): PropertyDecorator =>
  declare({ type: 'int', min: options.min ?? 0, max: options.max ?? INT_MAX }, options);

/** A flag: 0 or 1. */
export const FlagField = (options: FieldOptions): PropertyDecorator =>
  declare({ type: 'int', min: 0, max: 1 }, { default: 0, ...options });

export const DecimalField = (
  options: FieldOptions & {
    readonly precision: number;
    readonly scale: number;
    readonly min: string;
    readonly max: string;
    readonly zeroAs?: string;
  },
): PropertyDecorator => {
  const { precision, scale, min, max, zeroAs } = options;
  return declare({ type: 'decimal', precision, scale, min, max, ...given({ zeroAs }) }, options);
};

/** An amount, price or percentage: decimal(15,6), not negative (pricing.md §1). */
export const MoneyField = (options: FieldOptions): PropertyDecorator =>
  DecimalField({ precision: 15, scale: 6, min: '0', max: '999999999.999999', example: 4.95, ...options });

/** A quantity threshold: decimal(12,4) above 0; 0 is stored as 1 (pricing.md §1). */
export const QuantityField = (options: FieldOptions): PropertyDecorator =>
  DecimalField({ precision: 12, scale: 4, min: '0.0001', max: '99999999.9999', zeroAs: '1', example: 10, ...options });

export const StringField = (
  options: FieldOptions & {
    readonly maxLength?: number;
    readonly words?: readonly string[];
    readonly tellsWords?: boolean;
    readonly accepts?: (text: string) => boolean;
    readonly rule?: string;
    readonly format?: string;
    readonly pattern?: RegExp;
  },
): PropertyDecorator => {
  const { maxLength = STRING_MAX, words, tellsWords, accepts, rule, format, pattern } = options;
  return declare(
    { type: 'string', maxLength, ...given({ words, tellsWords, accepts, rule, format, pattern }) },
    options,
  );
};

const hasNoOuterSpace = (text: string): boolean => text !== '' && text === text.trim();

const NO_OUTER_SPACE = 'at least one character, without leading or trailing spaces';

/** A code or SKU: not empty, without leading and trailing spaces (wire.md §2). */
export const CodeField = (
  options: FieldOptions & { readonly maxLength?: number; readonly pattern?: RegExp; readonly rule?: string },
): PropertyDecorator => StringField({ rule: NO_OUTER_SPACE, ...options, accepts: hasNoOuterSpace });

/** New ISO 4217 codes that are missing in the package's list. */
const NEWER_CURRENCIES: ReadonlySet<string> = new Set(['XAD', 'XCG', 'ZWG']);

/** ISO 4217 entries without a minor unit: metals, bond units, units of account, test codes, and "no currency". */
const NO_CURRENCIES: ReadonlySet<string> = new Set([
  'XAG',
  'XAU',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XPD',
  'XPT',
  'XSU',
  'XTS',
  'XUA',
  'XXX',
]);

/** The package's own check also accepts `gbp`, which would not equal `GBP`. */
const isCurrency = (text: string): boolean =>
  /^[A-Z]{3}$/.test(text) && !NO_CURRENCIES.has(text) && (isISO4217CurrencyCode(text) || NEWER_CURRENCIES.has(text));

/** Accepts only IANA names; `Intl` also accepts offsets such as `+01:00`. */
const isZone = (text: string): boolean => /^[A-Za-z]/.test(text) && isTimeZone(text);

export const CurrencyField = (options: FieldOptions): PropertyDecorator =>
  StringField({
    maxLength: 3,
    accepts: isCurrency,
    rule: 'ISO 4217 currency codes in capital letters, such as EUR',
    format: 'iso-4217',
    example: 'GBP',
    ...options,
  });

/** An IANA time zone name. */
export const TimeZoneField = (options: FieldOptions): PropertyDecorator =>
  StringField({
    maxLength: 64,
    accepts: isZone,
    rule: 'IANA time zone names, such as Europe/Berlin',
    format: 'iana-time-zone',
    example: 'Europe/London',
    ...options,
  });

/** An email address. Compared case-insensitively, also for uniqueness. */
export const EmailField = (options: FieldOptions): PropertyDecorator =>
  declare(
    {
      type: 'string',
      maxLength: STRING_MAX,
      accepts: (text) => isEmail(text),
      rule: 'email addresses',
      format: 'email',
      lowerKey: true,
    },
    { example: 'buyer@example.com', isPersonal: true, ...options },
  );

/** A user name for signing in. Compared case-insensitively, also for uniqueness. */
export const UserNameField = (options: FieldOptions): PropertyDecorator =>
  declare(
    { type: 'string', maxLength: STRING_MAX, accepts: hasNoOuterSpace, rule: NO_OUTER_SPACE, lowerKey: true },
    { isPersonal: true, ...options },
  );

export const TextField = (options: FieldOptions & { readonly maxBytes?: number }): PropertyDecorator =>
  declare({ type: 'text', maxBytes: options.maxBytes ?? TEXT_MAX }, options);

/** A write-only value, which is never returned. */
export const SecretField = (
  options: FieldOptions & { readonly minLength: number; readonly maxLength: number },
): PropertyDecorator =>
  declare(
    { type: 'secret', minLength: options.minLength, maxLength: options.maxLength },
    { ...options, access: 'write' },
  );

/** Returned once and never again: for example a link that works without a token. */
export const ShownSecretField = (options: FieldOptions & { readonly maxLength: number }): PropertyDecorator =>
  declare({ type: 'secret', minLength: 0, maxLength: options.maxLength }, { ...options, access: 'read' });

export const DayField = (options: FieldOptions): PropertyDecorator =>
  declare({ type: 'day' }, { example: '2026-01-31', ...options });

/** A timestamp set by the server: `created_at`, `updated_at`. */
export const InstantField = (options: FieldOptions): PropertyDecorator =>
  declare({ type: 'instant' }, { access: 'read', example: '2026-01-31T10:15:00.000Z', ...options });

/** Maximum number of entries of a list; default 1,000. Unlimited if the service enforces its own limit. */
interface ListOptions {
  readonly most?: number;
}

/**
 * `keepsFaulty`: an entry with an invalid value becomes a `FaultyEntry`, so that the rest of the list is still
 * accepted.
 */
interface EntryOptions extends ListOptions {
  readonly keepsFaulty?: true;
}

/** A set of ids of another resource (wire.md §4, list fields). */
export const IdsField = (resource: string, options: FieldOptions & ListOptions): PropertyDecorator =>
  declare({ type: 'ids', of: resource, ...given({ most: options.most }) }, { default: [], ...options });

export const WordsField = (
  options: FieldOptions & EntryOptions & Pick<Kind & { type: 'words' }, 'of' | 'words' | 'accepts' | 'rule'>,
): PropertyDecorator => {
  const { of, words, accepts, rule, most, keepsFaulty } = options;
  return declare({ type: 'words', of, ...given({ words, accepts, rule, most, keepsFaulty }) }, options);
};

const declaredBy = (of: new () => object) => {
  // Typed interfaces use the class name for the object.
  if (of.name === '' || of.name === 'Declared') throw new Error('the class of an object has no name of its own');
  return { name: of.name, fields: fieldsOf(of) };
};

/** An object with the declared fields of a class. */
export const ObjectField = (of: new () => object, options: FieldOptions): PropertyDecorator =>
  declare({ type: 'object', ...declaredBy(of) }, options);

export const ObjectsField = (
  of: new () => object,
  { most, keepsFaulty, listOf, ...options }: FieldOptions & EntryOptions & Pick<Kind & { type: 'objects' }, 'listOf'>,
): PropertyDecorator =>
  declare({ type: 'objects', ...declaredBy(of), ...given({ most, keepsFaulty, listOf }) }, { default: [], ...options });

/** A map from codes to a string or a list of strings. */
export const AttributesField = (options: FieldOptions): PropertyDecorator =>
  declare({ type: 'attributes' }, { default: {}, ...options });

/** An object as sent (`Input`); the receiving service validates it. */
export const InputField = (options: FieldOptions): PropertyDecorator =>
  declare({ type: 'input' }, { example: {}, ...options });

export const BooleanField = (options: FieldOptions): PropertyDecorator => declare({ type: 'boolean' }, options);

export const JsonField = (options: FieldOptions): PropertyDecorator => declare({ type: 'json' }, options);

/** The reason for a failure, in the error format of the interface. */
export const RefusalField = (options: FieldOptions): PropertyDecorator => declare({ type: 'refusal' }, options);

/** The id of a record of another resource. Refers to it by name, so that no module imports another one's class. */
export const ReferenceField = (
  resource: string,
  options: FieldOptions & { readonly onDelete: Reference['onDelete'] },
): PropertyDecorator =>
  declare(
    { type: 'int', min: 0, max: INT_MAX },
    { example: 1, ...options },
    {
      reference: { resource, onDelete: options.onDelete },
    },
  );

/** Shows a business key of the record that `property` refers to. Requests may contain the key instead of the id. */
export const KeyOfField = (
  property: string,
  target: { readonly resource: string; readonly key: string },
  options: FieldOptions & { readonly maxLength?: number },
): PropertyDecorator =>
  declare({ type: 'string', maxLength: options.maxLength ?? STRING_MAX }, options, { keyOf: { property, ...target } });

/**
 * The fields of a class and its ancestors: `id`, then the class's own fields, then those of its ancestors, so that
 * common fields come last.
 */
export const fieldsOf = (record: abstract new () => object): readonly Field[] => {
  const found = new Map<string, Field>();
  for (
    let prototype = record.prototype as object | null;
    prototype !== null && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const field of declared.get(prototype)?.values() ?? []) {
      if (!found.has(field.property)) found.set(field.property, field);
    }
  }
  const fields = [...found.values()];
  return [...fields.filter(({ property }) => property === 'id'), ...fields.filter(({ property }) => property !== 'id')];
};

const declaring = <T extends object>(fields: readonly Field[]): new () => T => {
  class Declared {}
  declared.set(Declared.prototype, new Map(fields.map((field) => [field.property, field])));
  return Declared as new () => T;
};

type Of<T> = new () => T;

/** A class with the fields of both, like the Nest function of this name. */
export const IntersectionType = <A extends object, B extends object>(one: Of<A>, other: Of<B>): Of<A & B> =>
  declaring([...fieldsOf(one), ...fieldsOf(other)]);

/** A class with the same fields, which may be missing from responses. */
export const PartialType = <T extends object>(of: Of<T>): Of<Partial<T>> =>
  declaring(fieldsOf(of).map((field) => ({ ...field, optional: true })));
