import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import {
  type Json,
  manufacturerAmong,
  ownPredecessors,
  type PassportContent,
  withManufacturer,
  ownPassport,
} from '../../passport/domain/index.js';
import { isSame } from './difference.js';

/** Data that can be written in two forms: as a single field, or as the first entry of a list. */
type Twice = Pick<PassportContent, 'manufacturer' | 'parties' | 'predecessorId' | 'predecessors'>;

type Written<C extends Partial<Twice>> = { readonly change: C & Partial<Twice>; readonly faults: readonly Fault[] };

const same = (one: unknown, other: unknown): boolean => isSame(one as Json, other as Json);

/**
 * Replaces the first predecessor in this service with this ID. Without an ID, removes all predecessors in this service.
 */
const withPredecessor = (predecessors: readonly string[], id: number | null): readonly string[] => {
  if (id === null) return predecessors.filter((one) => ownPassport(one) === undefined);
  const [first] = ownPredecessors(predecessors);
  if (first === id) return predecessors;
  if (first === undefined) return [String(id), ...predecessors];
  const others = predecessors.filter((one) => ownPassport(one) !== id);
  return others.map((one) => (ownPassport(one) === first ? String(id) : one));
};

const contradicts = (one: string, list: string): Fault =>
  sentence(
    '"%first" does not match "%second". Send only one of them, or correct one of them.',
    { first: one, second: list },
    one,
  );

interface Way<One, Many> {
  readonly one: One | undefined;
  readonly many: Many | undefined;
  readonly before: { readonly one: One; readonly many: Many };
  readonly among: (many: Many) => One;
  readonly into: (many: Many, one: One) => Many;
  readonly hasNone: (many: Many) => boolean;
  readonly names: readonly [one: string, many: string];
}

interface Both<One, Many> {
  readonly one: One;
  readonly many: Many;
}

/** Empty if neither form is set. */
interface Settled<One, Many> {
  readonly both?: Both<One, Many>;
  readonly fault?: Fault;
}

/**
 * Setting one form sets the other. If both are set, the form that differs from the previous version counts. If both
 * differ, they must agree, or the list must not contain such an entry.
 */
const settled = <One, Many>(way: Way<One, Many>): Settled<One, Many> => {
  const { one, many, before, among, into } = way;
  const byOne = (value: One, list: Many): Settled<One, Many> => ({ both: { one: value, many: into(list, value) } });
  const byMany = (list: Many): Settled<One, Many> => ({ both: { one: among(list), many: list } });
  if (one === undefined) return many === undefined ? {} : byMany(many);
  if (many === undefined || same(many, before.many)) return byOne(one, before.many);
  if (way.hasNone(many)) return byOne(one, many);
  if (same(one, before.one)) return byMany(many);
  return same(into(many, one), many) ? byOne(one, many) : { fault: contradicts(...way.names) };
};

const NOTHING: Twice = { manufacturer: null, parties: [], predecessorId: null, predecessors: [] };

/**
 * Completes the change so that both forms agree (passports.md, "Parties, places and parts"). `before` is absent for a
 * new passport.
 */
export const writtenBothWays = <C extends Partial<Twice>>(change: C, before: Twice = NOTHING): Written<C> => {
  const maker = settled({
    one: change.manufacturer,
    many: change.parties,
    before: { one: before.manufacturer, many: before.parties },
    among: manufacturerAmong,
    into: withManufacturer,
    hasNone: (many) => manufacturerAmong(many) === null,
    names: ['manufacturer', 'parties'],
  });
  const first = settled({
    one: change.predecessorId,
    many: change.predecessors,
    before: { one: before.predecessorId, many: before.predecessors },
    among: (many) => ownPredecessors(many)[0] ?? null,
    into: withPredecessor,
    hasNone: (many) => ownPredecessors(many).length === 0,
    names: ['predecessor_id', 'predecessors'],
  });
  return {
    change: {
      ...change,
      ...(maker.both ? { manufacturer: maker.both.one, parties: maker.both.many } : {}),
      ...(first.both ? { predecessorId: first.both.one, predecessors: first.both.many } : {}),
    },
    faults: [maker, first].flatMap(({ fault }) => fault ?? []),
  };
};

/** Completes versions stored before both forms existed. */
export const readInBothWays = <V extends Twice>(version: V): V => ({
  ...version,
  parties:
    manufacturerAmong(version.parties) === null
      ? withManufacturer(version.parties, version.manufacturer)
      : version.parties,
  predecessors:
    version.predecessorId !== null && ownPredecessors(version.predecessors).length === 0
      ? [String(version.predecessorId), ...version.predecessors]
      : version.predecessors,
});
