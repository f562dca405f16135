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
  /** True if the passport is public today. */
  readonly isPublic: boolean;
}

type Linking = Pick<PassportContent, 'predecessorId' | 'predecessors' | 'components'>;

/**
 * The content as published: addresses replace the IDs of predecessors and components (passports.md, "Predecessors and
 * successors"). Only predecessors in `named` are listed. A component that is not public today has no address.
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
/** Payload property for the URL of the declaration. */
const PROPERTY = 'declaration_of_conformity_url';
/** Placeholder for a URL that only publication creates. Checks need any valid URL. */
const UNPUBLISHED = 'https://document.invalid/';

/**
 * Authors enter the declaration of conformity once, as a document. Its URL is also set in the payload property for the
 * declaration, if both have the same readers, because the URL must not reach others.
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
