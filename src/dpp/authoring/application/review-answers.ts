import {
  FlagField,
  InstantField,
  IntField,
  JsonField,
  ObjectsField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { type Status, STATUSES } from '../../passport/domain/index.js';
import { ITEM_STATES, type ItemState } from '../domain/envelope-score.js';
import { type Action, ACTIONS } from '../ports/passport-book.js';
import { THRESHOLD } from './review-passports.js';

class ScoreItemFields {
  @StringField({ about: 'What counts', example: 'dpp_payload.carbon_footprint' })
  readonly path!: string;

  @IntField({ about: 'How much', example: 3 })
  readonly weight!: number;

  @StringField({ about: 'How it stands', words: ITEM_STATES, example: 'missing' })
  readonly state!: ItemState;

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
  @FlagField({ about: '1: it could be published now', example: 0 })
  readonly valid!: 0 | 1;

  @ObjectsField(FaultFields, { about: 'What keeps it from that' })
  readonly faults!: readonly FaultFields[];
}

export class HistoryFields {
  @IntField({ about: 'Number of the version it happened to', example: 2 })
  readonly version!: number;

  @StringField({ about: 'What was done', words: ACTIONS })
  readonly action!: Action;

  @StringField({ about: 'Status before; null = it was new', nullable: true, words: STATUSES, example: 'draft' })
  readonly fromStatus!: Status | null;

  @StringField({ about: 'Status since; null = it is gone', nullable: true, words: STATUSES, example: 'published' })
  readonly toStatus!: Status | null;

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

export class DifferenceItem {
  @StringField({ about: 'Where', example: 'dpp_payload.carbon_footprint.value' })
  readonly path!: string;

  @StringField({ about: 'How', words: ['added', 'removed', 'changed'], example: 'changed' })
  readonly change!: string;

  @JsonField({ about: 'The value in the one version; null = absent', example: 'steel' })
  readonly from!: unknown;

  @JsonField({ about: 'The value in the other version; null = absent', example: 'brass' })
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

  @StringField({ about: 'Its status', words: STATUSES.filter((status) => status !== 'archived') })
  readonly status!: Status;

  @IntField({ about: '0 to 100', example: 42 })
  readonly completenessScore!: number;

  @ObjectsField(ScoreItemFields, { about: 'What it lacks' })
  readonly missing!: readonly ScoreItemFields[];
}
