import {
  EmailField,
  JsonField,
  ObjectField,
  ObjectsField,
  ShownSecretField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { GRANT_SCOPES, GRANTED_MAX } from '../domain/grant.js';
import { GrantRow } from '../grant.record.js';

const PURPOSE_MAX = 500;

class GrantSerial {
  @StringField({ about: 'GTIN', maxLength: 14, required: true, example: '09524000010018' })
  readonly gtin!: string;

  @StringField({ about: 'Serial number', maxLength: 20, required: true, example: 'RP545-1' })
  readonly serial!: string;
}

class GrantFor {
  @WordsField({
    about: 'All of these GTINs',
    of: 'gtin',
    accepts: () => true,
    most: GRANTED_MAX,
    example: ['09524000010018'],
  })
  readonly gtins!: readonly string[];

  @ObjectsField(GrantSerial, { about: 'These items', most: GRANTED_MAX })
  readonly serials!: readonly GrantSerial[];

  @JsonField({ about: 'These passports, by number', nullable: true, example: [17] })
  readonly passportIds!: unknown;

  @StringField({ about: 'All of a template, by its code', maxLength: 64, nullable: true, example: 'battery' })
  readonly template!: string | null;
}

class GrantTo {
  @StringField({ about: 'Name', required: true, example: 'Werkstatt Nord' })
  readonly name!: string;

  @EmailField({ about: 'E-mail address', required: true, example: 'pass@werkstatt.example' })
  readonly email!: string;
}

export class GrantBody {
  @StringField({ about: 'Who reads: an audience', maxLength: 32, required: true, example: 'legitimate_interest' })
  readonly audience!: string;

  @StringField({
    about: 'read: what the audience reads; measure: to write measurements',
    words: GRANT_SCOPES,
    default: 'read',
    example: 'read',
  })
  readonly scope!: (typeof GRANT_SCOPES)[number];

  @ObjectField(GrantFor, { about: 'For which passports: of any of these, at least one', required: true })
  readonly for!: GrantFor;

  @ObjectField(GrantTo, { about: 'Who gets it', required: true })
  readonly to!: GrantTo;

  @StringField({ about: 'What for', maxLength: PURPOSE_MAX, required: true, example: 'Repair' })
  readonly purpose!: string;

  @StringField({
    about: 'Until when: an instant, or a day until its end in UTC; at most 365 days from now',
    maxLength: 32,
    required: true,
    example: '2027-12-31',
  })
  readonly until!: string;
}

export class GrantFields extends GrantRow {
  @ObjectField(GrantFor, { about: 'For which passports' })
  readonly for!: GrantFor;

  @ObjectField(GrantTo, { about: 'Who got it' })
  readonly to!: GrantTo;
}

export class GivenGrant extends GrantFields {
  @ShownSecretField({ about: 'Its token, told this once', maxLength: 64 })
  readonly token!: string;
}
