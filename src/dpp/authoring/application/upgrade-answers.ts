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
  @StringField({ about: 'Where it was', maxLength: 2000, example: 'dpp_payload.capacity_fade' })
  readonly from!: string;

  @StringField({ about: 'Where it is now', maxLength: 2000, example: 'dpp_payload.performance[0].capacity_fade' })
  readonly to!: string;
}

class LostValueFields {
  @StringField({ about: 'Where it was', maxLength: 2000, example: 'dpp_payload.voltage.unit' })
  readonly path!: string;

  @StringField({ about: 'Why it has no place', maxLength: 2000, example: 'The unit is said by the term.' })
  readonly reason!: string;
}

export class UpgradedFields {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'The product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'The template it was of', maxLength: 100, example: 'battery@1.0.0' })
  readonly from!: string;

  @StringField({ about: 'The template it is of now', maxLength: 100, example: 'battery@2.0.0' })
  readonly to!: string;

  @FlagField({ about: '1: nothing was stored', example: 1 })
  readonly dryRun!: 0 | 1;

  @IntField({ about: 'Number of the draft', example: 2 })
  readonly version!: number;

  @DayField({ about: 'The day by which what is missing was judged', example: '2027-02-18' })
  readonly on!: Day;

  @ObjectsField(CarriedValueFields, { about: 'What carries over' })
  readonly carried!: readonly CarriedValueFields[];

  @ObjectsField(ReadinessItemFields, { about: 'What the law asks on that day and is missing or wrong then' })
  readonly missing!: readonly ReadinessItemFields[];

  @ObjectsField(LostValueFields, { about: 'What is lost' })
  readonly lost!: readonly LostValueFields[];
}

class UpgradedItem {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'What became of it', words: ['upgraded', 'failed'], example: 'upgraded' })
  readonly status!: 'upgraded' | 'failed';

  @ObjectsField(UpgradedFields, { about: 'In one entry what is told of one; none if it failed' })
  readonly upgrade!: readonly UpgradedFields[];

  @RefusalField({ about: 'Why it failed', nullable: true, example: null })
  readonly error!: object | null;
}

export class UpgradedPassports {
  @IntField({ about: 'How many were upgraded', example: 12 })
  readonly upgraded!: number;

  @IntField({ about: 'How many were refused', example: 0 })
  readonly failed!: number;

  @FlagField({ about: '1: nothing was stored', example: 1 })
  readonly dryRun!: 0 | 1;

  @ObjectsField(UpgradedItem, { about: 'One for each passport' })
  readonly items!: readonly UpgradedItem[];
}
