import { Decimal } from '../../../libs/kernel/index.js';
import {
  AttributesField,
  BooleanField,
  CodeField,
  DayField,
  DecimalField,
  type FieldOptions,
  InstantField,
  IntField,
  ObjectField,
  ObjectsField,
  ReferenceField,
  StringField,
  TextField,
  WordsField,
} from '../../../libs/records/index.js';
import { type NamedField, NUMBER_BOUNDS, PASSPORT_FIELDS } from './domain/index.js';
import { PAYLOAD_MAX } from './domain/passport.js';

/** Where a declared field is used: in authors' input, in the table of versions, or in public. */
type Representation = 'authors' | 'table' | 'public';

const isList = (kind: NamedField['kind']): boolean => kind === 'list' || kind === 'words';

const optionsOf = ({ shown, kind, ...field }: NamedField, representation: Representation): FieldOptions => {
  const isPublic = representation === 'public';
  const about = (isPublic ? shown?.about : undefined) ?? field.about;
  const example = isPublic ? shown?.example : field.example;
  const optional = isPublic && shown?.whenPresent === true ? { optional: true } : {};
  const said = { about, ...(example === undefined ? {} : { example }), ...optional };
  // Published versions always have a publication time.
  const nullable = field.nullable === true && !(isPublic && (kind === 'instant' || shown?.always === true));
  if (representation === 'authors' && field.by !== 'author')
    return { ...said, access: 'read', nullable: nullable || kind !== 'instant' };
  const hasStandIn = field.default !== undefined || isList(kind) || kind === 'instant';
  return {
    ...said,
    nullable,
    required: !nullable && (representation !== 'authors' ? kind !== 'instant' : !hasStandIn),
  };
};

const decoratorOf = (field: NamedField, representation: Representation): PropertyDecorator => {
  const { kind, maxLength, column, max, of, words, most } = field;
  const options = optionsOf(field, representation);
  const longest = representation === 'authors' ? maxLength : (maxLength ?? column);
  const length = longest === undefined ? {} : { maxLength: longest };
  const many = most === undefined ? {} : { most };
  const standIn = representation !== 'authors' || field.default === undefined ? {} : { default: field.default };
  switch (kind) {
    case 'integer':
      if (representation === 'table' && of !== undefined)
        return ReferenceField(of, { ...options, onDelete: 'restrict' });
      return IntField({
        ...options,
        ...standIn,
        ...(max === undefined || representation === 'authors' ? {} : { max }),
      });
    case 'code':
      return representation === 'public'
        ? StringField({ ...options, ...length })
        : CodeField({ ...options, ...length });
    case 'text':
      return StringField({ ...options, ...length, ...(words === undefined ? {} : { words }) });
    case 'number':
      return DecimalField({ ...options, ...NUMBER_BOUNDS });
    case 'boolean':
      return BooleanField(options);
    case 'words':
      return WordsField({ default: [], ...options, ...many, of: 'passport', accepts: () => true });
    case 'map':
    case 'texts':
      return AttributesField({ ...options, ...(representation === 'public' ? {} : { default: null }) });
    case 'json':
      return TextField({ ...options, ...standIn, maxBytes: PAYLOAD_MAX });
    case 'day':
      return DayField(options);
    case 'instant':
      return InstantField(options);
    case 'object':
      return ObjectField(partsOf(field, representation), options);
    case 'list':
      return ObjectsField(partsOf(field, representation), { ...options, ...many });
  }
};

/** The parts of a field. The public form has only public parts. */
const partsOf = ({ property, parts }: NamedField, representation: Representation): new () => object => {
  const isPublic = representation === 'public';
  const shownParts = parts.filter(({ shown }) => !isPublic || shown);
  const of = classOf(
    shownParts.map((field) => ({ ...field, by: 'author', shown: { example: field.example, ...field.shown } })),
    isPublic ? 'public' : 'authors',
  );
  return Object.defineProperty(of, 'name', {
    value: `${isPublic ? 'PublicPassport' : 'Passport'}${property.charAt(0).toUpperCase()}${property.slice(1)}`,
  });
};

/** A class that declares these fields in order. */
export const classOf = <T extends object>(
  fields: readonly NamedField[],
  representation: Representation,
): new () => T => {
  class Declared {}
  for (const field of fields) decoratorOf(field, representation)(Declared.prototype, field.property);
  return Declared as new () => T;
};

/** A registration as answered by the EU registry. */
export class PassportRegistration {
  @StringField({ about: 'Registration ID that the registry assigned', example: 'REG-2027-0000017' })
  readonly id!: string;

  @InstantField({ about: 'Time of registration according to the registry (UTC)' })
  readonly at!: Date;

  @IntField({ about: 'Number of the registered version', example: 1 })
  readonly version!: number;
}

const DECLARED_FIELDS = classOf<object>(PASSPORT_FIELDS, 'authors');
// Belongs to the passport, not to a version, and is therefore not a declared field. Listed after the declared fields,
// as in responses.
ObjectField(PassportRegistration, {
  about: 'Newest registration in the EU registry; null if the passport is not registered',
  access: 'read',
  nullable: true,
  example: null,
})(DECLARED_FIELDS.prototype as object, 'registration');

/**
 * A passport version in the API, used to read bodies and files and to write responses (passports.md, "A passport and
 * its versions").
 */
export class PassportFields extends DECLARED_FIELDS {
  readonly registration!: PassportRegistration | null;
}

type Converted = (value: unknown, field: NamedField) => unknown;

const convertedIn = (fields: readonly NamedField[], values: object, to: Converted): Record<string, unknown> => {
  const known = new Map(fields.map((field) => [field.property, field]));
  const one = (value: unknown, field: NamedField): unknown => {
    if (value === null || value === undefined || field.parts.length === 0) return to(value, field);
    return Array.isArray(value)
      ? value.map((entry: object) => convertedIn(field.parts, entry, to))
      : convertedIn(field.parts, value, to);
  };
  return Object.fromEntries(
    Object.entries(values).map(([property, value]: [string, unknown]) => {
      const field = known.get(property);
      return [property, field ? one(value, field) : value];
    }),
  );
};

/** Converts numbers to exact decimals, because records store decimals. */
export const recordValues = (values: object): Record<string, unknown> =>
  convertedIn(PASSPORT_FIELDS, values, (value, { kind }) =>
    kind === 'number' && typeof value === 'number' ? new Decimal(value) : value,
  );

/** Converts decimals to numbers and null lists to empty ones, as the domain expects. */
export const domainValues = (values: object): Record<string, unknown> =>
  convertedIn(PASSPORT_FIELDS, values, (value, { kind }) => {
    // Shared content is JSON, in which exact decimals are strings.
    if (kind === 'number' && value !== null && value !== undefined)
      return new Decimal(value as Decimal | string).toNumber();
    return value === null && isList(kind) ? [] : value;
  });
