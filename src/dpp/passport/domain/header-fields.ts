/** Header fields of a passport in the EN 18222 interface (EN 18223, Table 1). */
export const HEADER_FIELDS = [
  'digitalProductPassportId',
  'uniqueProductIdentifier',
  'granularity',
  'dppSchemaVersion',
  'dppStatus',
  'lastUpdated',
  'economicOperatorId',
  'facilityId',
  'contentSpecificationIds',
] as const;
