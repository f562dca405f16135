import {
  documentKind,
  followedPassports,
  isEmptyValue,
  ownPassport,
  type PassportContent,
} from '../../passport/domain/index.js';
import { shapeOf, type TemplateDocument } from '../../templates/domain/index.js';

/** A passport of this service that is or was public. */
export interface NamedPassport {
  /** URL of the page. */
  readonly address: string;
  /** True if it is public today. */
  readonly isPublic: boolean;
}

type Linking = Pick<PassportContent, 'predecessorId' | 'predecessors' | 'components'>;

/**
 * The content as published, with addresses instead of IDs for predecessors and components (passports.md, "Predecessors
 * and successors"). Only predecessors in `named` are listed; a component that is not public today has no address.
 */
export const withLinks = <C extends Linking>(content: C, named: ReadonlyMap<number, NamedPassport>): C => {
  const listed = new Set(content.predecessors);
  const followed = followedPassports(content).map(String);
  const all = [...followed.filter((one) => !listed.has(one)), ...content.predecessors];
  const addresses = all.flatMap((one) => {
    const id = ownPassport(one);
    return id === undefined ? one : (named.get(id)?.address ?? []);
  });
  return {
    ...content,
    predecessorId: null,
    predecessors: [...new Set(addresses)],
    components: content.components.map((component) => {
      const part = component.passport === null ? undefined : named.get(component.passport);
      return part?.isPublic ? { ...component, passport: null, link: part.address } : component;
    }),
  };
};

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
