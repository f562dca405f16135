import type { Day } from '../../../../libs/kernel/index.js';
import {
  DayField,
  FlagField,
  IntField,
  ObjectsField,
  RefusalField,
  StringField,
} from '../../../../libs/records/index.js';
import { ReadinessItemFields } from './readiness-operations.js';

class CarriedValueFields {
  @StringField({ about: 'Path of the value before the upgrade', maxLength: 2000, example: 'dpp_payload.capacity_fade' })
  readonly from!: string;

  @StringField({
    about: 'Path of the value after the upgrade',
    maxLength: 2000,
    example: 'dpp_payload.performance[0].capacity_fade',
  })
  readonly to!: string;
}

class LostValueFields {
  @StringField({ about: 'Path of the value before the upgrade', maxLength: 2000, example: 'dpp_payload.voltage.unit' })
  readonly path!: string;

  @StringField({
    about: 'Reason why the value is dropped',
    maxLength: 2000,
    example: 'The template has no such property.',
  })
  readonly reason!: string;
}

export class UpgradedFields {
  @IntField({ about: 'ID of the upgraded passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'SKU of the product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'Template before the upgrade, as code@version', maxLength: 100, example: 'battery@1.0.0' })
  readonly from!: string;

  @StringField({ about: 'Template after the upgrade, as code@version', maxLength: 100, example: 'battery@2.0.0' })
  readonly to!: string;

  @FlagField({ about: 'Dry run flag: 1 if this was a dry run', example: 1 })
  readonly dryRun!: 0 | 1;

  @IntField({ about: 'Number of the upgraded version', example: 2 })
  readonly version!: number;

  @DayField({ about: 'Date for which the requirements were checked', example: '2027-02-18' })
  readonly on!: Day;

  @ObjectsField(CarriedValueFields, { about: 'Values that the upgrade carries over' })
  readonly carried!: readonly CarriedValueFields[];

  @ObjectsField(ReadinessItemFields, {
    about: 'Data points required on the requested date that are missing or wrong after the upgrade',
  })
  readonly missing!: readonly ReadinessItemFields[];

  @ObjectsField(LostValueFields, { about: 'Values that the upgrade drops' })
  readonly lost!: readonly LostValueFields[];
}

class UpgradedItem {
  @IntField({ about: 'ID of the upgraded passport', example: 17 })
  readonly passportId!: number;

  @StringField({
    about: 'Outcome for the passport: `upgraded` or `failed`',
    words: ['upgraded', 'failed'],
    example: 'upgraded',
  })
  readonly status!: 'upgraded' | 'failed';

  @ObjectsField(UpgradedFields, {
    about: 'Result of the upgrade as a list with one entry; empty if the upgrade failed',
  })
  readonly upgrade!: readonly UpgradedFields[];

  @RefusalField({ about: 'Reason for the failure; null if the passport was upgraded', nullable: true, example: null })
  readonly error!: object | null;
}

export class UpgradedPassports {
  @IntField({ about: 'Number of passports that were upgraded', example: 12 })
  readonly upgraded!: number;

  @IntField({ about: 'Number of passports whose upgrade failed', example: 0 })
  readonly failed!: number;

  @FlagField({ about: 'Dry run flag: 1 if this was a dry run', example: 1 })
  readonly dryRun!: 0 | 1;

  @ObjectsField(UpgradedItem, { about: 'Outcome for each passport' })
  readonly items!: readonly UpgradedItem[];
}
