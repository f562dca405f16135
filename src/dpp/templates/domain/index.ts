export {
  isNumberColumn,
  PAYLOAD_COLUMN,
  type PayloadColumn,
  payloadCell,
  payloadColumn,
  wholeAndPart,
  withValueAt,
} from './payload-cells.js';
export { carryOver, type CarryOver, takesOver } from './carry-over.js';
export { dynamicPayload, payloadAt, publicPayload, undeclaredPaths } from './public-payload.js';
export { documentsNamed, withDocumentUrls } from './named-documents.js';
export { dense, joined } from './sparse-list.js';
export { publicSchema } from './public-schema.js';
export { pathText, type PayloadFault, type RuleFacts, valueAt } from './conditions.js';
export { hasValueAt, evaluationDay, publicFacts, reasonsIn, ruleFacts } from './passport-facts.js';
export { refusedValueFaults } from './dated-rules.js';
export { notApplicableFaults, reasonNotToApply } from './not-applicable.js';
export { awaitedDuties, granularitiesAllowed, isNotRequired, publicLacks, ruleFaults } from './rules.js';
export { schemaFormFaults, PAYLOAD_LIMITS, SCHEMA_LIMITS } from './schema-faults.js';
export {
  allProperties,
  dynamicProperties,
  isPublicProperty,
  type PropertyShape,
  referenced,
  type Shape,
  shapeOf,
} from './schema-shape.js';
export { isDeeperThan, mapSubschemas, subschemas } from './schema-walk.js';
export { templateFaults } from './template-faults.js';
export {
  ALL_POINTS,
  GENERIC,
  type LegalBasis,
  type Point,
  PUBLIC_POINT,
  type TemplateDocument,
  type TemplateExample,
  type Term,
} from './template.js';
export {
  dateType,
  exampleDocument,
  payloadContext,
  publicTerms,
  termIri,
  termOf,
  vocabularyIri,
} from './term-context.js';
