import { Field, Int, ObjectType } from '@nestjs/graphql';
import {
  type NamedField,
  namedFields,
  PASSPORT,
  type PublicPassport,
  SHOWN_FIELDS,
} from '../../../passport/domain/index.js';

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

@ObjectType({ description: 'Notice about the product of a passport' })
class DppNotice {
  @Field(() => String, { description: 'Status that the notice announces: recalled or end_of_life' })
  readonly status!: string;

  @Field(() => String, { description: 'Effective date of the status' })
  readonly date!: string;

  @Field(() => [DppText])
  readonly text!: readonly DppText[];

  @Field(() => String, { nullable: true })
  readonly link!: string | null;
}

/** The fields listed in passports-public.md, "GraphQL", then the other fields of REST. All are public. */
@ObjectType({ description: 'Published digital product passport' })
export class DppPassport {}

const OBJECTS = new Map<NamedField['fields'], new () => object>([
  [PASSPORT.manufacturer.fields, DppManufacturer],
  [PASSPORT.issuer.fields, DppIssuer],
]);

/** GraphQL shows a language map as a list. */
const typeOf = ({ kind, fields }: NamedField) =>
  kind === 'integer' ? Int : kind === 'texts' ? [DppText] : (OBJECTS.get(fields) ?? String);

/** Descriptions that differ from REST. */
const DESCRIPTIONS: Partial<Record<keyof PublicPassport, string>> = {
  published_at: 'Publication time of this version, ISO 8601 in UTC',
  content_digest:
    'Digest of the other REST fields: `sha-256:` followed by the hexadecimal SHA-256 hash of their canonical JSON',
};

/** Fields without a description, as in the type of the shop platform. */
const UNDESCRIBED = new Map<new () => object, readonly string[]>([
  [DppPassport, ['sku', 'image_url', 'batch', 'serial', 'mpn', 'manufacturer', 'issuer']],
  [DppManufacturer, ['name', 'address', 'url']],
  [DppIssuer, ['name', 'url', 'operator_id']],
]);

const descriptionOf = (type: new () => object, { name, shown, about }: NamedField): string | undefined =>
  UNDESCRIBED.get(type)?.includes(name)
    ? undefined
    : (DESCRIPTIONS[name as keyof PublicPassport] ?? shown?.about ?? about);

const declare = (type: new () => object, fields: readonly NamedField[]): void => {
  for (const field of fields) {
    const { name, kind } = field;
    const description = descriptionOf(type, field);
    // Published versions always have a publication time, and a missing name is an empty list.
    const nullable = field.nullable === true && kind !== 'texts' && kind !== 'instant';
    Field(() => typeOf(field), { nullable, ...(description ? { description } : {}) })(type.prototype as object, name);
  }
};

/** The type has no optional fields and no lists of objects. */
const isInGraphql = ({ shown, kind }: NamedField): boolean => shown?.whenPresent !== true && kind !== 'list';

for (const [fields, type] of OBJECTS) declare(type, namedFields(fields ?? {}).filter(isInGraphql));
const shown = SHOWN_FIELDS.filter(isInGraphql);
declare(DppPassport, [
  ...shown.filter((field) => field.shown?.isOfPlatform),
  ...shown.filter((field) => !field.shown?.isOfPlatform),
]);
Field(() => DppNotice, {
  nullable: true,
  description: 'Notice about the product, such as a recall; null if there is none',
})(DppPassport.prototype, 'notice');
