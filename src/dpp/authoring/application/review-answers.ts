import {
  InputField,
  InstantField,
  IntField,
  ObjectsField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { ITEM_STATES } from '../domain/envelope-score.js';
import { THRESHOLD } from './review-passports.js';

class ScoreItemFields {
  @StringField({ about: 'What counts', example: 'dpp_payload.carbon_footprint' })
  readonly path!: string;

  @IntField({ about: 'How much', example: 3 })
  readonly weight!: number;

  @StringField({ about: ITEM_STATES.join(', '), example: 'missing' })
  readonly state!: string;

  @StringField({ about: 'In words', example: 'Required, and empty.' })
  readonly message!: string;

  @StringField({ about: 'Where the law asks for it', nullable: true, example: 'Annex XIII' })
  readonly cite!: string | null;
}

export class ScoreAnswerFields {
  @IntField({ about: '0 to 100', example: 86 })
  readonly score!: number;

  @IntField({ about: 'From which score on it is good', example: THRESHOLD })
  readonly threshold!: number;

  @ObjectsField(ScoreItemFields, { about: 'Item by item' })
  readonly items!: readonly ScoreItemFields[];
}

class FaultFields {
  @StringField({ about: 'Where', nullable: true, example: 'dpp_payload.carbon_footprint' })
  readonly path!: string | null;

  @StringField({ about: 'What is wrong', example: 'dpp_payload.carbon_footprint is required.' })
  readonly message!: string;
}

export class ValidationFields {
  @IntField({ about: '1: it could be published now', max: 1, example: 0 })
  readonly valid!: number;

  @ObjectsField(FaultFields, { about: 'What keeps it from that' })
  readonly faults!: readonly FaultFields[];
}

export class HistoryFields {
  @IntField({ about: 'Number of the version it happened to', example: 2 })
  readonly version!: number;

  @StringField({ about: 'created, changed, activated, reworked, revised, published, archived, removed' })
  readonly action!: string;

  @StringField({ about: 'Status before; null = it was new', nullable: true, example: 'draft' })
  readonly fromStatus!: string | null;

  @StringField({ about: 'Status since; null = it is gone', nullable: true, example: 'published' })
  readonly toStatus!: string | null;

  @StringField({ about: 'Why it was archived', nullable: true, example: null })
  readonly reason!: string | null;

  @WordsField({ about: 'Fields that were written', of: 'field', accepts: () => true, example: ['mpn'] })
  readonly fields!: readonly string[];

  @StringField({ about: 'admin, integration or operator', example: 'admin' })
  readonly actor!: string;

  @IntField({ about: 'Of the administrator or integration', nullable: true, example: 1 })
  readonly actorId!: number | null;

  @InstantField({ about: 'When' })
  readonly at!: Date;
}

class DifferenceItem {
  @StringField({ about: 'Where', example: 'dpp_payload.carbon_footprint.value' })
  readonly path!: string;

  @StringField({ about: 'added, removed or changed', example: 'changed' })
  readonly change!: string;

  @InputField({ about: 'The value in the one version; null = absent', nullable: true })
  readonly from!: unknown;

  @InputField({ about: 'The value in the other version; null = absent', nullable: true })
  readonly to!: unknown;
}

export class DifferenceFields {
  @IntField({ about: 'Number of the one version', example: 1 })
  readonly from!: number;

  @IntField({ about: 'Number of the other', example: 2 })
  readonly to!: number;

  @ObjectsField(DifferenceItem, { about: 'Where they differ, down to single values' })
  readonly differences!: readonly DifferenceItem[];
}

export class QualityFields {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'The product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @IntField({ about: 'The store view', example: 0 })
  readonly storeId!: number;

  @StringField({ about: 'Code of its template', example: 'battery' })
  readonly templateCode!: string;

  @IntField({ about: 'Number of the version that is meant', example: 1 })
  readonly version!: number;

  @StringField({ about: 'draft, active or published', example: 'draft' })
  readonly status!: string;

  @IntField({ about: '0 to 100', example: 42 })
  readonly completenessScore!: number;

  @ObjectsField(ScoreItemFields, { about: 'What it lacks' })
  readonly missing!: readonly ScoreItemFields[];
}
