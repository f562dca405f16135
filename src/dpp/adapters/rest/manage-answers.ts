import { fieldsOf, toWire } from '../../../../libs/records/index.js';
import type { Caller } from '../../../../libs/webapi/index.js';
import { PassportFields } from '../../application/passport-fields.js';
import { granularityOf } from '../../domain/passport.js';
import type { Actor, StoredVersion } from '../../ports/passport-book.js';
import type { StoredTemplate } from '../../ports/templates.js';

const FIELDS = fieldsOf(PassportFields);

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A version as its authors read it. */
export const passportItem = (version: StoredVersion): Record<string, unknown> =>
  toWire(FIELDS, {
    ...version,
    granularity: granularityOf(version),
    dppPayload: JSON.stringify(version.dppPayload),
    publishedAt: instant(version.publishedAt),
    archivedAt: instant(version.archivedAt),
    createdAt: instant(version.createdAt),
    updatedAt: instant(version.updatedAt),
  });

export const templateItem = ({ id, document, createdAt, updatedAt }: StoredTemplate): Record<string, unknown> => ({
  id,
  ...document,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** Behind a right stands an administrator or an integration. */
export const actorOf = ({ kind, id }: Caller): Actor => ({ kind: kind === 'customer' ? 'operator' : kind, id });
