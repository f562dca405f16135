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
  @StringField({
    about: 'Scored field, such as `gtin` or `dpp_payload.carbon_footprint`',
    example: 'dpp_payload.carbon_footprint',
  })
  readonly path!: string;

  @IntField({ about: 'Weight of the field in the score', example: 3 })
  readonly weight!: number;

  @StringField({
    about: 'State of the field: `ok`, `missing`, `invalid` or `not_applicable`',
    words: ITEM_STATES,
    example: 'missing',
  })
  readonly state!: ItemState;

  @StringField({ about: 'Reason for the state of the field', example: 'The value is required but empty.' })
  readonly message!: string;

  @StringField({
    about: 'Legal source of the requirement; null if the template states none',
    nullable: true,
    example: 'Annex XIII',
  })
  readonly cite!: string | null;
}

export class ScoreAnswerFields {
  @IntField({ about: 'Completeness score of the passport, from 0 to 100', example: 86 })
  readonly score!: number;

  @IntField({ about: 'Recommended minimum score', example: THRESHOLD })
  readonly threshold!: number;

  @ObjectsField(ScoreItemFields, { about: 'Scored fields with their states' })
  readonly items!: readonly ScoreItemFields[];
}

class FaultFields {
  @StringField({
    about: 'Path of the affected field; null for the whole passport',
    nullable: true,
    example: 'dpp_payload.carbon_footprint',
  })
  readonly path!: string | null;

  @StringField({ about: 'Description of the problem', example: 'dpp_payload.carbon_footprint is required.' })
  readonly message!: string;
}

export class ValidationFields {
  @FlagField({ about: 'Validation flag: 1 if the version can be published now, otherwise 0', example: 0 })
  readonly valid!: 0 | 1;

  @ObjectsField(FaultFields, { about: 'Problems that prevent publication' })
  readonly faults!: readonly FaultFields[];
}

export class HistoryFields {
  @IntField({ about: 'Number of the affected version', example: 2 })
  readonly version!: number;

  @StringField({ about: 'Action that was performed on the version', words: ACTIONS })
  readonly action!: Action;

  @StringField({
    about: 'Version status before the action; null for a new version',
    nullable: true,
    words: STATUSES,
    example: 'draft',
  })
  readonly fromStatus!: Status | null;

  @StringField({
    about: 'Version status after the action; null for a deleted version',
    nullable: true,
    words: STATUSES,
    example: 'published',
  })
  readonly toStatus!: Status | null;

  @StringField({ about: 'Archive reason of the version; null if not archived', nullable: true, example: null })
  readonly reason!: string | null;

  @WordsField({ about: 'Names of the changed fields', of: 'field', accepts: () => true, example: ['mpn'] })
  readonly fields!: readonly string[];

  @StringField({ about: 'Actor type: `admin`, `integration`, `operator` or `grant`', example: 'admin' })
  readonly actor!: string;

  @IntField({
    about: 'ID of the administrator, integration or grant; null for the operator',
    nullable: true,
    example: 1,
  })
  readonly actorId!: number | null;

  @InstantField({ about: 'Time of the action (UTC)' })
  readonly at!: Date;
}

export class DifferenceItem {
  @StringField({ about: 'Path of the value that differs', example: 'dpp_payload.carbon_footprint.value' })
  readonly path!: string;

  @StringField({
    about: 'Kind of change: `added`, `removed` or `changed`',
    words: ['added', 'removed', 'changed'],
    example: 'changed',
  })
  readonly change!: string;

  @JsonField({ about: 'Value in the first version; null if absent', example: 'steel' })
  readonly from!: unknown;

  @JsonField({ about: 'Value in the second version; null if absent', example: 'brass' })
  readonly to!: unknown;
}

export class DifferenceFields {
  @IntField({ about: 'Number of the first compared version', example: 1 })
  readonly from!: number;

  @IntField({ about: 'Number of the second compared version', example: 2 })
  readonly to!: number;

  @ObjectsField(DifferenceItem, { about: 'Differences between the two versions, down to single values' })
  readonly differences!: readonly DifferenceItem[];
}

export class QualityFields {
  @IntField({ about: 'ID of the reviewed passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'SKU of the product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @IntField({ about: 'Store view ID; 0 means all store views', example: 0 })
  readonly storeId!: number;

  @StringField({ about: "Code of the passport's template", example: 'battery' })
  readonly templateCode!: string;

  @IntField({ about: 'Number of the evaluated version', example: 1 })
  readonly version!: number;

  @StringField({ about: 'Status of the evaluated version', words: STATUSES.filter((status) => status !== 'archived') })
  readonly status!: Status;

  @IntField({ about: 'Completeness score of the passport, from 0 to 100', example: 42 })
  readonly completenessScore!: number;

  @ObjectsField(ScoreItemFields, { about: 'Fields that are missing or invalid' })
  readonly missing!: readonly ScoreItemFields[];
}
