import { Field, Int, ObjectType } from '@nestjs/graphql';

/** A text of one language. */
@ObjectType({ description: 'A text in one language' })
export class DppText {
  @Field(() => String, { description: 'Language tag' })
  readonly language!: string;

  @Field(() => String)
  readonly text!: string;
}

@ObjectType({ description: 'Who made the product' })
export class DppManufacturer {
  @Field(() => String, { nullable: true })
  readonly name!: string | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the economic operator' })
  readonly operator_id!: string | null;

  @Field(() => String, { nullable: true, description: 'Scheme of that identifier: gln, lei, duns, vat, eori, other' })
  readonly id_scheme!: string | null;

  @Field(() => String, { nullable: true })
  readonly address!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  readonly country!: string | null;

  @Field(() => String, { nullable: true })
  readonly url!: string | null;
}

@ObjectType({ description: 'Who answers for the passport' })
export class DppIssuer {
  @Field(() => String, { nullable: true })
  readonly name!: string | null;

  @Field(() => String, { nullable: true })
  readonly url!: string | null;

  @Field(() => String, { nullable: true })
  readonly operator_id!: string | null;
}

/** The fields named in passports-public.md, "GraphQL", then what else REST answers: all of it is public. */
@ObjectType({ description: 'A published digital product passport' })
export class DppPassport {
  @Field(() => Int, { description: 'Number of the passport for life' })
  readonly passport_id!: number;

  @Field(() => String, { description: 'Code of its template' })
  readonly template_code!: string;

  @Field(() => Int, { description: 'Number of the version within its passport' })
  readonly version!: number;

  @Field(() => String, { nullable: true, description: 'Product category of the Ecodesign regulation' })
  readonly espr_category!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  readonly country_of_origin!: string | null;

  @Field(() => String, { description: 'What the template asks for, as JSON in a string' })
  readonly dpp_payload!: string;

  @Field(() => Int, { description: 'How complete it is, 0 to 100' })
  readonly completeness_score!: number;

  @Field(() => String, { description: 'Name of the passport for life' })
  readonly uuid!: string;

  @Field(() => String)
  readonly sku!: string;

  @Field(() => [DppText], { description: 'Name of the product by language' })
  readonly product_name!: readonly DppText[];

  @Field(() => String, { nullable: true })
  readonly image_url!: string | null;

  @Field(() => Int, { description: 'The store view it is of; 0 = all' })
  readonly store_id!: number;

  @Field(() => String, { description: 'Semantic version of its template' })
  readonly template_version!: string;

  @Field(() => String, { description: 'Always published' })
  readonly status!: string;

  @Field(() => String, { description: 'model, batch or item' })
  readonly granularity!: string;

  @Field(() => String, { nullable: true, description: '14 digits' })
  readonly gtin!: string | null;

  @Field(() => String, { nullable: true })
  readonly batch!: string | null;

  @Field(() => String, { nullable: true })
  readonly serial!: string | null;

  @Field(() => String, { nullable: true })
  readonly mpn!: string | null;

  @Field(() => String, { nullable: true, description: 'Customs code of 6, 8 or 10 digits' })
  readonly hs_code!: string | null;

  @Field(() => DppManufacturer, { nullable: true })
  readonly manufacturer!: DppManufacturer | null;

  @Field(() => DppIssuer, { nullable: true })
  readonly issuer!: DppIssuer | null;

  @Field(() => String, { description: 'ISO 8601 in UTC' })
  readonly published_at!: string;

  @Field(() => String, { nullable: true, description: 'First day on which it is public' })
  readonly valid_from!: string | null;

  @Field(() => String, { nullable: true, description: 'Last day on which it is public' })
  readonly valid_to!: string | null;

  @Field(() => String, { description: 'Address of the page' })
  readonly public_url!: string;

  @Field(() => String, { description: 'Address of the QR code' })
  readonly qr_url!: string;

  @Field(() => String, { description: 'Address of the JSON-LD document' })
  readonly jsonld_url!: string;

  @Field(() => String, {
    description: 'sha-256: and hex over the canonical JSON of the REST object without this field',
  })
  readonly content_digest!: string;
}
