import { defineRecord, fieldsOf, IdField, toWire } from '../../../../libs/records/index.js';
import { granularityOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PassportFields, type PassportRegistration, recordValues } from '../../passport/index.js';
import type { StoredVersion } from '../ports/passport-book.js';

class PassportBody extends PassportFields {
  @IdField()
  readonly id!: number;
}

/** The request body of authors. Passports are stored in several resources, so this one is not registered. */
export const passportBody = defineRecord<PassportBody>({
  resource: 'passport',
  record: PassportBody,
  room: 'dpp',
  path: 'dpp/manage/passports',
  title: { one: 'product passport', many: 'product passports' },
  // No real table, so that generated test records cannot belong to it.
  table: 'passport_body',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'dppPassportV1',
});

const FIELDS = fieldsOf(PassportFields);

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Without a registration, which is stored separately. */
export const passportItem = (
  version: StoredVersion,
  registration: PassportRegistration | null = null,
): Record<string, unknown> =>
  toWire(FIELDS, {
    ...recordValues(version),
    granularity: granularityOf(version),
    dppPayload: JSON.stringify(version.dppPayload),
    publishedAt: instant(version.publishedAt),
    archivedAt: instant(version.archivedAt),
    createdAt: instant(version.createdAt),
    updatedAt: instant(version.updatedAt),
    registration,
  });
