import { documentKind, isEmptyValue, type PassportContent } from '../../passport/domain/index.js';
import { shapeOf, type TemplateDocument } from '../../templates/domain/index.js';

const KIND = 'declaration_of_conformity';
/** Where payloads state the URL of the declaration. */
const PROPERTY = 'declaration_of_conformity_url';
/** Stands for a URL that only publication creates; a check only needs one. */
const UNPUBLISHED = 'https://document.invalid/';

/**
 * The declaration of conformity is written once, as a document, and fills the payload's own property for it. Only for
 * readers of the same point, because a URL must not reach others.
 */
export const withDeclaration = <C extends Pick<PassportContent, 'documents' | 'dppPayload'>>(
  content: C,
  { schema }: Pick<TemplateDocument, 'schema'>,
): C => {
  const property = shapeOf(schema).get(PROPERTY);
  if (!property || !isEmptyValue(content.dppPayload[PROPERTY])) return content;
  const found = content.documents.find(({ kind, point }) => documentKind(kind) === KIND && point === property.point);
  if (!found) return content;
  return { ...content, dppPayload: { ...content.dppPayload, [PROPERTY]: found.url ?? UNPUBLISHED } };
};
