import { followedPassports, ownPassport, type PassportContent } from '../../passport/domain/index.js';

/** A passport of this service that is or was public, as others may name it. */
export interface NamedPassport {
  /** Its page. */
  readonly address: string;
  /** It is public today. */
  readonly isPublic: boolean;
}

type Linking = Pick<PassportContent, 'predecessorId' | 'predecessors' | 'components'>;

/**
 * As it is published: what it follows and is made of by addresses in place of numbers (passports.md, "Predecessors and
 * successors"). What it follows is told if it is among `named`; a part that isn't public today has no address.
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
