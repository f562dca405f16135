import {
  AttributesField,
  IntField,
  ObjectField,
  ObjectsField,
  StringField,
  TextField,
} from '../../../../libs/records/index.js';
import { DocumentFields, IssuerFields, ManufacturerFields, PAYLOAD_MAX } from '../../application/passport-fields.js';
import { PublicPassportFields } from '../../published-passport.record.js';

/** What the public reads of a passport, for the documentation: the answer itself was made at publication. */
export class PublicPassportAnswer extends PublicPassportFields {
  @AttributesField({ about: 'Name by language', nullable: true, example: { en: 'E-bike battery 36 V' } })
  readonly productName!: Readonly<Record<string, string>> | null;

  @ObjectField(ManufacturerFields, { about: 'Who makes it', nullable: true })
  readonly manufacturer!: ManufacturerFields | null;

  @ObjectField(IssuerFields, { about: 'Who issued the passport', nullable: true })
  readonly issuer!: IssuerFields | null;

  @ObjectsField(DocumentFields, { about: 'Links to documents' })
  readonly documents!: readonly DocumentFields[];

  @TextField({
    about: 'The public part of the payload: JSON as a string',
    maxBytes: PAYLOAD_MAX,
    example: '{"battery_category":"lmt"}',
  })
  readonly dppPayload!: string;
}

/**
 * Any whole number: one that no store view has is no fault, there is just nothing (passports.md, "What everybody
 * reads").
 */
const ANY_INT = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const;

export class StoreQuery {
  @IntField({ about: 'The store view; goes before the one of the path', nullable: true, example: 1, ...ANY_INT })
  readonly storeId!: number | null;
}

/** Longer than any of a passport, so that what can't exist is nothing and no fault. */
const LONG = 65_535;

export class SkuQuery extends StoreQuery {
  @StringField({ about: 'Only the passport of this batch', maxLength: LONG, nullable: true })
  readonly batch!: string | null;

  @StringField({ about: 'Only the passport of this serial number', maxLength: LONG, nullable: true })
  readonly serial!: string | null;
}
