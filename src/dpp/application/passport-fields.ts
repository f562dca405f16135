import {
  AttributesField,
  CodeField,
  DayField,
  InstantField,
  IntField,
  ObjectField,
  ObjectsField,
  StringField,
  TextField,
} from '../../../libs/records/index.js';
import { ID_SCHEMES } from '../domain/manufacturer.js';
import { ARCHIVE_REASONS, GRANULARITIES, STATUSES } from '../domain/passport.js';

/** Largest payload of a passport, in bytes of JSON. */
export const PAYLOAD_MAX = 512 * 1024;
const ADDRESS_MAX = 1000;
const read = { access: 'read', nullable: true } as const;

/** Who makes the product. */
export class ManufacturerFields {
  @StringField({ about: 'Name', nullable: true, example: 'Rheinpfad Energiespeicher GmbH' })
  readonly name!: string | null;

  @StringField({ about: 'Identifier of the economic operator', nullable: true, example: '9524000000187' })
  readonly operatorId!: string | null;

  @StringField({ about: `Scheme of that identifier: ${ID_SCHEMES.join(', ')}`, nullable: true, example: 'gln' })
  readonly idScheme!: string | null;

  @StringField({ about: 'Postal address', maxLength: ADDRESS_MAX, nullable: true, example: 'Am Westkai 12, Stuttgart' })
  readonly address!: string | null;

  @StringField({ about: 'Country, ISO 3166-1', nullable: true, example: 'DE' })
  readonly country!: string | null;

  @StringField({ about: 'Web address', maxLength: ADDRESS_MAX, nullable: true, example: 'https://rheinpfad.example/' })
  readonly url!: string | null;
}

/** A document that the passport links to. */
export class DocumentFields {
  @StringField({ about: 'What it is', required: true, example: 'manual' })
  readonly kind!: string;

  @StringField({ about: 'Its title', required: true, example: 'Instructions for use' })
  readonly title!: string;

  @StringField({
    about: 'Its address',
    maxLength: ADDRESS_MAX,
    required: true,
    example: 'https://rheinpfad.example/manual.pdf',
  })
  readonly url!: string;

  @StringField({ about: 'Its language', nullable: true, example: 'en' })
  readonly language!: string | null;

  @StringField({ about: 'SHA-256 of the file, in hex', nullable: true, example: null })
  readonly sha256!: string | null;
}

/** Who answered for the passport when it was published. */
export class IssuerFields {
  @StringField({ about: 'Name', nullable: true })
  readonly name!: string | null;

  @StringField({ about: 'Web address', maxLength: ADDRESS_MAX, nullable: true })
  readonly url!: string | null;

  @StringField({ about: 'Identifier of the economic operator', nullable: true })
  readonly operatorId!: string | null;
}

/** A version of a passport on the wire (passports.md, "A passport and its versions"): bodies are read by it and answers written. */
export class PassportFields {
  @IntField({ about: 'Number of the passport for life', ...read, example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'Name of the passport in public addresses, for life', ...read })
  readonly uuid!: string;

  @CodeField({ about: 'The product; it need not be one of commerce', required: true, example: 'BAT-36V-545' })
  readonly sku!: string;

  @AttributesField({
    about: 'Name by language; missing: taken from commerce at publication, else the SKU',
    nullable: true,
    default: null,
    example: { en: 'E-bike battery 36 V' },
  })
  readonly productName!: Readonly<Record<string, string>> | null;

  @StringField({ about: 'Address of a picture', maxLength: ADDRESS_MAX, nullable: true })
  readonly imageUrl!: string | null;

  @IntField({ about: 'The store view it is of; 0 = all', default: 0, example: 0 })
  readonly storeId!: number;

  @CodeField({ about: 'Code of its template', maxLength: 64, required: true, example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Version of its template; missing: the newest', maxLength: 32, example: '1.0.0' })
  readonly templateVersion!: string | null;

  @IntField({ about: 'Number of the version within the passport', ...read, example: 1 })
  readonly version!: number;

  @StringField({ about: STATUSES.join(', '), ...read, example: 'draft' })
  readonly status!: string;

  @StringField({
    about: "Product category of the Ecodesign regulation; missing: the template's",
    nullable: true,
    example: 'batteries',
  })
  readonly esprCategory!: string | null;

  @StringField({ about: `${GRANULARITIES.join(', ')}: from batch and serial`, ...read, example: 'item' })
  readonly granularity!: string;

  @StringField({
    about: 'GTIN of 8, 12, 13 or 14 digits, answered in 14',
    maxLength: 14,
    nullable: true,
    example: '09524000010018',
  })
  readonly gtin!: string | null;

  @StringField({ about: 'Batch or lot, GS1 character set 82', maxLength: 20, nullable: true, example: 'L2026-38' })
  readonly batch!: string | null;

  @StringField({ about: 'Serial number, GS1 character set 82', maxLength: 20, nullable: true, example: 'RP545-1' })
  readonly serial!: string | null;

  @StringField({ about: "The manufacturer's part number", nullable: true, example: 'RP-545-C' })
  readonly mpn!: string | null;

  @StringField({ about: 'Country of origin, ISO 3166-1', nullable: true, example: 'HU' })
  readonly countryOfOrigin!: string | null;

  @StringField({ about: 'Customs code of 6, 8 or 10 digits', nullable: true, example: '85076000' })
  readonly hsCode!: string | null;

  @ObjectField(ManufacturerFields, { about: 'Who makes it', nullable: true })
  readonly manufacturer!: ManufacturerFields | null;

  @ObjectsField(DocumentFields, { about: 'Links to documents' })
  readonly documents!: readonly DocumentFields[];

  @TextField({
    about: "The payload by the template's schema; taken as an object too",
    maxBytes: PAYLOAD_MAX,
    default: '{}',
    example: '{"battery_category":"lmt"}',
  })
  readonly dppPayload!: string;

  @IntField({ about: 'How complete it is, 0 to 100', ...read, example: 96 })
  readonly completenessScore!: number;

  @ObjectField(IssuerFields, { about: 'Who issued it: of the store view, frozen at publication', ...read })
  readonly issuer!: IssuerFields | null;

  @InstantField({ about: 'When this version was published', nullable: true })
  readonly publishedAt!: Date | null;

  @DayField({ about: 'First day on which it is public', nullable: true })
  readonly validFrom!: string | null;

  @DayField({ about: 'Last day on which it is public', nullable: true })
  readonly validTo!: string | null;

  @InstantField({ about: 'When this version was archived', nullable: true })
  readonly archivedAt!: Date | null;

  @StringField({ about: ARCHIVE_REASONS.join(', '), ...read, example: null })
  readonly archiveReason!: string | null;

  @IntField({ about: 'Number of the passport that it follows', nullable: true, example: null })
  readonly predecessorId!: number | null;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change' })
  readonly updatedAt!: Date;
}
