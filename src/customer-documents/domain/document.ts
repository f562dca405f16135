import {
  type Criteria,
  type Fault,
  hasValidPercentCodes,
  hostOf,
  invalidValue,
  required,
  sentence,
} from '../../../libs/kernel/index.js';

/** The group of buyers who are not logged in. They cannot see assigned documents (documents.md, "Records"). */
export const NOT_LOGGED_IN = 0;

export interface DocumentFacts {
  readonly isExternal: number;
  readonly externalUrl: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly customerGroupIds: readonly number[];
}

/** Refuses assigning a document to NOT LOGGED IN (documents.md). */
export const documentGroupFaults = (field: string, groupIds: readonly number[]): readonly Fault[] =>
  groupIds.includes(NOT_LOGGED_IN)
    ? [invalidValue(field, NOT_LOGGED_IN, 'customer groups other than 0 (NOT LOGGED IN)')]
    : [];

const urlFaults = (
  { isExternal, externalUrl }: DocumentFacts,
  previous: DocumentFacts | undefined,
  mayPointTo: (host: string) => boolean,
): readonly Fault[] => {
  if (isExternal === 0) {
    return externalUrl === null
      ? []
      : [
          sentence(
            'Only an external document can have an external_url. Set is_external to 1, or leave out external_url.',
            undefined,
            'external_url',
          ),
        ];
  }
  if (externalUrl === null) return [required('external_url')];
  // A stored URL remains allowed when other fields change.
  if (externalUrl === previous?.externalUrl) return [];
  if (!hasValidPercentCodes(externalUrl))
    return [invalidValue('external_url', externalUrl, 'URLs with valid percent-encoding')];
  return mayPointTo(hostOf(externalUrl))
    ? []
    : [invalidValue('external_url', externalUrl, 'addresses on hosts that the operator permits')];
};

/** Rules that involve several fields (documents.md, "Records"). */
export const documentFaults =
  (mayPointTo: (host: string) => boolean) =>
  (next: DocumentFacts, previous: DocumentFacts | undefined): readonly Fault[] => [
    ...urlFaults(next, previous, mayPointTo),
    ...(next.validFrom !== null && next.validTo !== null && next.validTo < next.validFrom
      ? [invalidValue('valid_to', next.validTo, 'days on or after valid_from')]
      : []),
    ...documentGroupFaults('customer_group_ids', next.customerGroupIds),
  ];

/** Types of sales entities (documents.md, "Records"). */
export const ENTITY_TYPES = ['order', 'invoice', 'shipment', 'creditmemo'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

const IS_TYPE: ReadonlySet<unknown> = new Set(ENTITY_TYPES);

/** Refuses filters on an unknown type, except patterns (documents.md, "Records"). */
export const entityTypeFaults = ({ groups }: Pick<Criteria, 'groups'>): readonly Fault[] =>
  groups
    .flat()
    .filter(({ property, condition }) => property === 'linkEntityType' && !condition.endsWith('like'))
    .flatMap(({ values }) => values.filter((value) => !IS_TYPE.has(value)))
    .map((value) => invalidValue('link_entity_type', value, ENTITY_TYPES.join(', ')));
