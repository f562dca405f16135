import { type Criteria, type Fault, invalidValue } from '../../../libs/kernel/index.js';

/** See documents.md, "Records". */
export const ENTITY_TYPES = ['order', 'invoice', 'shipment', 'creditmemo'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

const IS_TYPE: ReadonlySet<unknown> = new Set(ENTITY_TYPES);

/** Filters on an unknown type are refused, except for patterns (documents.md, "Records"). */
export const entityTypeFaults = ({ groups }: Pick<Criteria, 'groups'>): readonly Fault[] =>
  groups
    .flat()
    .filter(({ property, condition }) => property === 'linkEntityType' && !condition.endsWith('like'))
    .flatMap(({ values }) => values.filter((value) => !IS_TYPE.has(value)))
    .map((value) => invalidValue('link_entity_type', value));
