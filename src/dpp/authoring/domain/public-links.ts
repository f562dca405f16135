import { followedPassports, ownPassport, type PassportContent } from '../../passport/domain/index.js';

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
