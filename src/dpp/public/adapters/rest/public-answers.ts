import { IntField, StringField } from '../../../../../libs/records/index.js';
import { classOf } from '../../../passport/index.js';
import { isScalar, SHOWN_FIELDS } from '../../../passport/domain/index.js';

/** What the public reads of a passport, for the documentation: the answer itself was made at publication. */
export class PublicPassportAnswer extends classOf<object>(
  [...SHOWN_FIELDS.filter((field) => !isScalar(field)), ...SHOWN_FIELDS.filter(isScalar)],
  'public',
) {}

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
