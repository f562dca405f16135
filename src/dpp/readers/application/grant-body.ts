import {
  EmailField,
  IntField,
  JsonField,
  ObjectField,
  ObjectsField,
  ShownSecretField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { ID_SCHEMES } from '../../passport/domain/index.js';
import { GRANT_SCOPES, GRANTED_MAX } from '../domain/grant.js';
import { GrantRow } from '../grant.record.js';

const PURPOSE_MAX = 500;

class GrantSerial {
  @StringField({ about: 'GTIN of the item', maxLength: 14, required: true, example: '09524000010018' })
  readonly gtin!: string;

  @StringField({ about: 'Serial number of the item', maxLength: 20, required: true, example: 'RP545-1' })
  readonly serial!: string;
}

class GrantFor {
  @WordsField({
    about: 'GTINs whose passports the grant covers',
    of: 'gtin',
    accepts: () => true,
    most: GRANTED_MAX,
    example: ['09524000010018'],
  })
  readonly gtins!: readonly string[];

  @ObjectsField(GrantSerial, { about: 'Individual items that the grant covers', most: GRANTED_MAX })
  readonly serials!: readonly GrantSerial[];

  @JsonField({ about: 'IDs of passports that the grant covers', nullable: true, example: [17] })
  readonly passportIds!: unknown;

  @StringField({
    about: 'Code of a template whose passports the grant covers',
    maxLength: 64,
    nullable: true,
    example: 'battery',
  })
  readonly template!: string | null;
}

class GrantOperator {
  @StringField({ about: 'Scheme of the operator identifier', words: ID_SCHEMES, required: true, example: 'lei' })
  readonly scheme!: string;

  @StringField({
    about: 'Identifier of the economic operator',
    maxLength: 100,
    required: true,
    example: '529900T8BM49AURSDO55',
  })
  readonly id!: string;
}

export class EndedOperator {
  @ObjectField(GrantOperator, { about: 'Economic operator whose grants are revoked', required: true })
  readonly operator!: GrantOperator;
}

export class EndedGrants {
  @IntField({ about: 'Number of grants that were revoked', example: 3 })
  readonly ended!: number;
}

const UNTIL = {
  about: 'Expiry time, or last day (UTC) on which the grant is valid; at most 365 days from now',
  maxLength: 32,
  required: true,
  example: '2027-12-31',
} as const;

export class RenewedGrant {
  @StringField(UNTIL)
  readonly until!: string;
}

class GrantTo {
  @StringField({ about: 'Name of the recipient', required: true, example: 'Werkstatt Nord' })
  readonly name!: string;

  @EmailField({ about: 'Email address of the recipient', required: true, example: 'pass@werkstatt.example' })
  readonly email!: string;

  @ObjectField(GrantOperator, {
    about: 'Economic operator that the recipient belongs to; null if there is none',
    nullable: true,
    example: null,
  })
  readonly operator!: GrantOperator | null;

  @StringField({
    about: 'Person or company that the recipient acts for; null if the recipient acts in their own name',
    nullable: true,
    example: 'Flottenbetrieb Nord GmbH',
  })
  readonly onBehalfOf!: string | null;
}

const POINTS = {
  about:
    'Measured points for which a grant with the scope `measure` may add measurements; `battery_status` is not allowed. For batteries, null allows `state_of_health`, `state_of_charge`, `cycle_count`, `environment` and `negative_events`. For other templates, null allows all points except `battery_status` and `performance`.',
  of: 'point',
  accepts: () => true,
  most: 100,
  nullable: true,
  example: null,
} as const;

export class GrantBody {
  @StringField({
    about: 'Audience that determines which data the grant gives access to',
    maxLength: 32,
    required: true,
    example: 'legitimate_interest',
  })
  readonly audience!: string;

  @StringField({
    about: 'Scope of the grant: `read` gives access to the data of the audience, `measure` allows adding measurements',
    words: GRANT_SCOPES,
    default: 'read',
    example: 'read',
  })
  readonly scope!: (typeof GRANT_SCOPES)[number];

  @ObjectField(GrantFor, {
    about: 'Selection of the passports that the grant covers, by at least one of the fields',
    required: true,
  })
  readonly for!: GrantFor;

  @WordsField(POINTS)
  readonly points!: readonly string[] | null;

  @ObjectField(GrantTo, { about: 'Recipient of the grant', required: true })
  readonly to!: GrantTo;

  @StringField({ about: 'Purpose of the grant', maxLength: PURPOSE_MAX, required: true, example: 'Repair' })
  readonly purpose!: string;

  @StringField(UNTIL)
  readonly until!: string;
}

export class GrantFields extends GrantRow {
  @ObjectField(GrantFor, { about: 'Passports that the grant covers' })
  readonly for!: GrantFor;

  @WordsField(POINTS)
  readonly points!: readonly string[] | null;

  @ObjectField(GrantTo, { about: 'Recipient of the grant' })
  readonly to!: GrantTo;
}

export class GivenGrant extends GrantFields {
  @ShownSecretField({ about: 'Bearer token of the grant, returned only once', maxLength: 64 })
  readonly token!: string;
}
