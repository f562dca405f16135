import {
  AttributesField,
  CodeField,
  DayField,
  type FieldOptions,
  InstantField,
  IntField,
  ObjectField,
  ObjectsField,
  ReferenceField,
  StringField,
  TextField,
} from '../../../libs/records/index.js';
import { type NamedField, PASSPORT_FIELDS, PAYLOAD_MAX } from './domain/index.js';

/** Who a field is declared for: authors, the table of versions, or everybody. */
type Face = 'authors' | 'table' | 'public';

const optionsOf = ({ shown, kind, ...field }: NamedField, face: Face): FieldOptions => {
  const isPublic = face === 'public';
  const about = (isPublic ? shown?.about : undefined) ?? field.about;
  const example = isPublic ? shown?.example : field.example;
  const said = { about, ...(example === undefined ? {} : { example }) };
  // What is published has been so at an instant.
  const nullable = field.nullable === true && !(isPublic && kind === 'instant');
  if (face === 'authors' && field.by !== 'author')
    return { ...said, access: 'read', nullable: nullable || kind !== 'instant' };
  const hasStandIn = field.default !== undefined || kind === 'list' || kind === 'instant';
  return { ...said, nullable, required: !nullable && (face !== 'authors' ? kind !== 'instant' : !hasStandIn) };
};

const decoratorOf = (field: NamedField, face: Face): PropertyDecorator => {
  const { kind, maxLength, column, max, of } = field;
  const options = optionsOf(field, face);
  const longest = face === 'authors' ? maxLength : (maxLength ?? column);
  const length = longest === undefined ? {} : { maxLength: longest };
  const standIn = face !== 'authors' || field.default === undefined ? {} : { default: field.default };
  switch (kind) {
    case 'integer':
      if (face === 'table' && of !== undefined) return ReferenceField(of, { ...options, onDelete: 'restrict' });
      return IntField({ ...options, ...standIn, ...(max === undefined || face === 'authors' ? {} : { max }) });
    case 'code':
      return face === 'public' ? StringField({ ...options, ...length }) : CodeField({ ...options, ...length });
    case 'text':
      return StringField({ ...options, ...length });
    case 'texts':
      return AttributesField({ ...options, ...(face === 'public' ? {} : { default: null }) });
    case 'json':
      return TextField({ ...options, ...standIn, maxBytes: PAYLOAD_MAX });
    case 'day':
      return DayField(options);
    case 'instant':
      return InstantField(options);
    case 'object':
      return ObjectField(partsOf(field), options);
    case 'list':
      return ObjectsField(partsOf(field), options);
  }
};

/** What is in a field is the same for all. */
const partsOf = ({ property, parts }: NamedField): new () => object => {
  const of = classOf(
    parts.map((field) => ({ ...field, by: 'author' })),
    'authors',
  );
  return Object.defineProperty(of, 'name', {
    value: `Passport${property.charAt(0).toUpperCase()}${property.slice(1)}`,
  });
};

/** A class that declares these fields, in their order. */
export const classOf = <T extends object>(fields: readonly NamedField[], face: Face): new () => T => {
  class Declared {}
  for (const field of fields) decoratorOf(field, face)(Declared.prototype, field.property);
  return Declared as new () => T;
};

/**
 * A version of a passport on the wire (passports.md, "A passport and its versions"): bodies and files are read by it and
 * answers written.
 */
export class PassportFields extends classOf<object>(PASSPORT_FIELDS, 'authors') {}
