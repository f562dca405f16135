/** What each passport begins with at the interface of EN 18222, by its names there (EN 18223, Table 1). */
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
