/** What a document link can point to (commerce.md, "Sales entities"). */
export const ENTITY_TYPES = ['order', 'invoice', 'shipment', 'creditmemo'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];
