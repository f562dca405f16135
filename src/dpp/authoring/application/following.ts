import { type Fault, invalidValue, sentence } from '../../../../libs/kernel/index.js';
import { ofExisting } from '../../../../libs/records/index.js';
import { isSame } from '../domain/difference.js';
import { componentPassports, followedPassports, type Json, type PassportContent } from '../../passport/domain/index.js';
import type { PassportBook } from '../ports/passport-book.js';

type Linking = Pick<PassportContent, 'predecessorId' | 'predecessors' | 'components'>;

/** A kind of link between passports in this service. */
interface Chain {
  readonly field: string;
  readonly named: (version: Linking) => readonly number[];
  /** Maximum number of passports to visit. Each is locked, so that others cannot change it meanwhile. */
  readonly max: number;
  /** Maximum length of a chain. */
  readonly depth: number;
  readonly itself: (id: number) => Fault;
  readonly circle: (first: number, id: number) => Fault;
  readonly tooMany: (first: number) => Fault;
}

const FIELD = 'predecessor_id';
const FOLLOWED_MAX = 100;

const followsItself = (id: number): Fault =>
  sentence('Passport %id cannot be its own predecessor. Correct %fieldName.', { id, fieldName: FIELD }, FIELD);

const PREDECESSORS: Chain = {
  field: FIELD,
  named: followedPassports,
  max: FOLLOWED_MAX,
  depth: FOLLOWED_MAX,
  itself: followsItself,
  circle: (predecessor, id) =>
    sentence(
      'Passport %predecessor is already a direct or indirect successor of passport %id, so %fieldName would form a cycle. Send another predecessor.',
      { predecessor, id, fieldName: FIELD },
      FIELD,
    ),
  tooMany: (predecessor) =>
    sentence(
      'The predecessor chain of passport %predecessor has more than %max passports. Send a passport with a shorter chain in %fieldName.',
      { max: FOLLOWED_MAX, predecessor, fieldName: FIELD },
      FIELD,
    ),
};

const COMPONENTS = 'components';
const PARTS_MAX = 200;
const PARTS_DEPTH = 10;

const COMPONENT_PASSPORTS: Chain = {
  field: COMPONENTS,
  named: componentPassports,
  max: PARTS_MAX,
  depth: PARTS_DEPTH,
  itself: (id) =>
    sentence(
      'Passport %id cannot be a component of itself. Correct %fieldName.',
      { id, fieldName: COMPONENTS },
      COMPONENTS,
    ),
  circle: (part, id) =>
    sentence(
      'Passport %id is already a direct or indirect component of passport %part, so %fieldName would form a cycle. Remove passport %part from %fieldName.',
      { part, id, fieldName: COMPONENTS },
      COMPONENTS,
    ),
  tooMany: (part) =>
    sentence(
      'Passport %part has more than %max component passports, or components nested more than %depth levels deep. Refer to it with a link instead of its ID.',
      { part, max: PARTS_MAX, depth: PARTS_DEPTH },
      COMPONENTS,
    ),
};

interface Open {
  readonly id: number;
  /** The directly linked passport that leads to this one. */
  readonly first: number;
  readonly depth: number;
}

/**
 * Faults of linking passport `id` to these passports: one does not exist, is `id` itself, or already leads back to
 * `id`. Only inside a write transaction. Every visited passport is locked, so if two links together would close a
 * cycle, one of them sees the other.
 */
const chainFaults = async (book: PassportBook, chain: Chain, id: number, link: Linking): Promise<readonly Fault[]> => {
  const firsts = chain.named(link);
  if (firsts.includes(id)) return [chain.itself(id)];
  const known = new Set<number>();
  const open: Open[] = firsts.map((first) => ({ id: first, first, depth: 1 })).reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (known.has(one.id)) continue;
    known.add(one.id);
    if (known.size > chain.max || one.depth > chain.depth) return [chain.tooMany(one.first)];
    const passport = await book.passport(one.id);
    if (!passport && firsts.includes(one.id)) return [invalidValue(chain.field, one.id, ofExisting('id', 'passport'))];
    for (const version of await book.currentOf(one.id))
      for (const next of chain.named(version)) {
        if (next === id) return [chain.circle(one.first, id)];
        open.push({ id: next, first: one.first, depth: one.depth + 1 });
      }
  }
  return [];
};

/** A new passport links to itself if the client guessed its ID. */
export const selfFaults = (id: number, link: Linking): readonly Fault[] =>
  [PREDECESSORS, COMPONENT_PASSPORTS].flatMap((chain) => (chain.named(link).includes(id) ? [chain.itself(id)] : []));

/** Faults of predecessors and components that have changed. */
export const linkFaults = async (
  book: PassportBook,
  id: number,
  link: Linking,
  before?: Linking,
): Promise<readonly Fault[]> => {
  const changed = [PREDECESSORS, COMPONENT_PASSPORTS].filter(
    (chain) => !before || !isSame(chain.named(link) as Json, chain.named(before) as Json),
  );
  const found: Fault[] = [];
  for (const chain of changed) found.push(...(await chainFaults(book, chain, id, link)));
  return found;
};
