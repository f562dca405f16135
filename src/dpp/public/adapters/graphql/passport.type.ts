import { Field, Int, ObjectType } from '@nestjs/graphql';
import { type NamedField, namedFields, PASSPORT, SHOWN_FIELDS } from '../../../passport/domain/index.js';

@ObjectType({ description: 'Text in one language' })
class DppText {
  @Field(() => String, { description: 'Language tag of the text' })
  readonly language!: string;

  @Field(() => String)
  readonly text!: string;
}

@ObjectType({ description: 'Manufacturer of the product' })
class DppManufacturer {}

@ObjectType({ description: 'Issuer of the passport' })
class DppIssuer {}

/** The fields named in passports-public.md, "GraphQL", then what else REST answers: all of it is public. */
@ObjectType({ description: 'Published digital product passport' })
export class DppPassport {}

const OBJECTS = new Map<NamedField['fields'], new () => object>([
  [PASSPORT.manufacturer.fields, DppManufacturer],
  [PASSPORT.issuer.fields, DppIssuer],
]);

/** In GraphQL a language map is a list. */
const typeOf = ({ kind, fields }: NamedField) =>
  kind === 'integer' ? Int : kind === 'texts' ? [DppText] : (OBJECTS.get(fields) ?? String);

const declare = (type: new () => object, fields: readonly NamedField[]): void => {
  for (const field of fields) {
    const { name, shown, kind, about } = field;
    const description = shown?.graphql ?? shown?.about ?? about;
    // What is published has been so at an instant; who has no name in any language has an empty list of them.
    const nullable = field.nullable === true && kind !== 'texts' && kind !== 'instant';
    Field(() => typeOf(field), { nullable, ...(description ? { description } : {}) })(type.prototype as object, name);
  }
};

const isTold = ({ shown: as }: NamedField): boolean => as?.graphql !== false;

for (const [fields, type] of OBJECTS) declare(type, namedFields(fields ?? {}).filter(isTold));
const shown = SHOWN_FIELDS.filter(isTold);
declare(DppPassport, [
  ...shown.filter((field) => field.shown?.isOfPlatform),
  ...shown.filter((field) => !field.shown?.isOfPlatform),
]);
