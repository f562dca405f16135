import { type PersonalRecords, personalRecords } from '../../../libs/records/index.js';
import { grantResource } from './grant.record.js';

const ERASED = 'erased';

/** Personal data in this module: grants to a customer's email address (privacy.md). */
export const PASSPORT_PERSONAL: readonly PersonalRecords[] = [
  personalRecords({
    resource: grantResource,
    by: 'toEmail',
    holds: 'email',
    hidden: ['tokenDigest'],
    erased: (grant, at) => ({
      ...grant,
      toName: ERASED,
      toEmail: ERASED,
      toOnBehalfOf: grant.toOnBehalfOf === null ? null : ERASED,
      ...(grant.revokedAt === null && { revokedAt: at, revokedByKind: 'operator', revokedById: null }),
    }),
    because: 'grants are revoked; the access log keeps its entries, but not the name of the reader',
  }),
];
