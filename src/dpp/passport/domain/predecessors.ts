import { type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import { isWebAddress } from './identifiers.js';

const NUMBER_MAX = 2_147_483_647;
const LINK_MAX = 1000;

/** The ID of a passport of this service; undefined for a link. */
export const ownPassport = (predecessor: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(predecessor) && Number(predecessor) <= NUMBER_MAX ? Number(predecessor) : undefined;

const PREDECESSORS = `passport IDs, and absolute http and https URLs with at most ${LINK_MAX} characters, without duplicates`;

/** Refuses entries that are neither an ID nor a web link, and duplicates. */
export const predecessorsFaults = (predecessors: readonly string[], name: string): readonly Fault[] =>
  predecessors.flatMap((one, at) => {
    const isLink = one.length <= LINK_MAX && isWebAddress(one);
    const isSaidBefore = predecessors.indexOf(one) !== at;
    return (ownPassport(one) === undefined && !isLink) || isSaidBefore
      ? [invalidValue(`${name}[${at}]`, one, PREDECESSORS)]
      : [];
  });

/** Predecessors in this service, in order. */
export const ownPredecessors = (predecessors: readonly string[]): readonly number[] =>
  predecessors.flatMap((one) => ownPassport(one) ?? []);

/** How versions link to passports of this service. */
type PassportLinkKind = 'predecessor' | 'component';

interface PassportLink {
  readonly kind: PassportLinkKind;
  readonly passportId: number;
}

interface Naming {
  readonly predecessorId: number | null;
  readonly predecessors: readonly string[];
  readonly components: readonly { readonly passport: number | null }[];
}

/** Predecessors in this service, without duplicates. */
export const followedPassports = ({ predecessorId, predecessors }: Omit<Naming, 'components'>): readonly number[] => [
  ...new Set([...(predecessorId === null ? [] : [predecessorId]), ...ownPredecessors(predecessors)]),
];

/** Components in this service, without duplicates. */
export const componentPassports = ({ components }: Pick<Naming, 'components'>): readonly number[] => [
  ...new Set(components.flatMap(({ passport }) => passport ?? [])),
];

/** All passports of this service that a version links to, except data sheets. */
export const passportLinks = (version: Naming): readonly PassportLink[] => [
  ...followedPassports(version).map((passportId) => ({ kind: 'predecessor', passportId }) as const),
  ...componentPassports(version).map((passportId) => ({ kind: 'component', passportId }) as const),
];
