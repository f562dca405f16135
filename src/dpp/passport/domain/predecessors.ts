import { type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import { isWebAddress } from './web-address.js';

const NUMBER_MAX = 2_147_483_647;
const LINK_MAX = 1000;

/** The number of a passport of this service; undefined for a link. */
export const ownPassport = (predecessor: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(predecessor) && Number(predecessor) <= NUMBER_MAX ? Number(predecessor) : undefined;

/** Neither a number nor a link of the web; or said twice. */
export const predecessorsFaults = (predecessors: readonly string[], name: string): readonly Fault[] =>
  predecessors.flatMap((one, at) => {
    const isLink = one.length <= LINK_MAX && isWebAddress(one);
    const isSaidBefore = predecessors.indexOf(one) !== at;
    return (ownPassport(one) === undefined && !isLink) || isSaidBefore ? [invalidValue(`${name}[${at}]`, one)] : [];
  });

/** The own passports among them, in their order. */
export const ownPredecessors = (predecessors: readonly string[]): readonly number[] =>
  predecessors.flatMap((one) => ownPassport(one) ?? []);

/** How versions name passports of this service. */
export type PassportLinkKind = 'predecessor' | 'component';

export interface PassportLink {
  readonly kind: PassportLinkKind;
  /** Number of the passport that is named. */
  readonly passportId: number;
}

interface Naming {
  readonly predecessorId: number | null;
  readonly predecessors: readonly string[];
  readonly components: readonly { readonly passport: number | null }[];
}

/** Passports of this service that a version follows, each once. */
export const followedPassports = ({ predecessorId, predecessors }: Omit<Naming, 'components'>): readonly number[] => [
  ...new Set([...(predecessorId === null ? [] : [predecessorId]), ...ownPredecessors(predecessors)]),
];

/** Passports of this service that are parts of the product, each once. */
export const componentPassports = ({ components }: Pick<Naming, 'components'>): readonly number[] => [
  ...new Set(components.flatMap(({ passport }) => passport ?? [])),
];

/** All passports of this service that a version names beside its data sheets. */
export const passportLinks = (version: Naming): readonly PassportLink[] => [
  ...followedPassports(version).map((passportId) => ({ kind: 'predecessor', passportId }) as const),
  ...componentPassports(version).map((passportId) => ({ kind: 'component', passportId }) as const),
];
