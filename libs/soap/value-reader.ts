import { mustBeFew, noRow, tooLongRow } from '../calls/index.js';
import { readScalar } from './scalars.js';
import { ITEM, type Member, type ObjectShape, type Shape } from './shapes.js';

/** An open element. */
interface Open {
  /** Undefined for an unknown element, whose content is ignored. */
  readonly shape: Shape | undefined;
  /** Name in the surrounding object. */
  readonly name: string;
  readonly isNull: boolean;
  text: string;
  readonly members: Record<string, unknown>;
  readonly items: unknown[];
  /** Start in bytes of the document; only for rows. */
  readonly from: number;
}

const byName = new WeakMap<ObjectShape, ReadonlyMap<string, Member>>();

const membersOf = (shape: ObjectShape): ReadonlyMap<string, Member> => {
  let found = byName.get(shape);
  if (!found) {
    found = new Map(shape.members.map((one) => [one.name, one]));
    byName.set(shape, found);
  }
  return found;
};

/** The shape of an element, from the shape of its parent. */
const shapeIn = (outer: Shape | undefined, name: string): Shape | undefined => {
  switch (outer?.kind) {
    case 'object':
      return membersOf(outer).get(name)?.shape;
    case 'array':
      return name === ITEM ? outer.item : undefined;
    default:
      return undefined;
  }
};

const isOfRows = (list: Open | undefined): boolean => list?.shape?.kind === 'array' && list.shape.ofRows === true;

/** Maximum size of a row, and how to measure it. */
export interface RowRules {
  /** In bytes. */
  readonly longest: number;
  bytesRead(): number;
}

/**
 * Flattens a text made of parts. V8 stores them as a tree, which takes many times their size, until a character is
 * read.
 */
export const joinParts = (text: string): number => text.charCodeAt(text.length - 1);

/**
 * Builds values from the elements of a call by their declaration. Elements may be in any order; unknown ones are
 * ignored, and the last of repeated ones is used (soap.md, "On the wire").
 */
export class ValueReader {
  private readonly open: Open[] = [];

  constructor(
    private readonly parameters: ObjectShape,
    private readonly rows: RowRules,
  ) {}

  /** `isKnown`: whether the element's namespace is allowed in a call. */
  begin(name: string, { isNull, isKnown }: { isNull: boolean; isKnown: boolean }): void {
    const outer = this.open.at(-1);
    const shape = outer ? (isKnown ? shapeIn(outer.shape, name) : undefined) : this.parameters;
    const from = isOfRows(outer) ? this.rows.bytesRead() : 0;
    this.open.push({ shape, name, isNull, text: '', members: {}, items: [], from });
  }

  text(text: string): void {
    const inner = this.open.at(-1);
    if (inner?.shape?.kind === 'scalar') inner.text += text;
  }

  /** Called regularly while a text arrives in many parts. */
  joinText(): void {
    joinParts(this.open.at(-1)?.text ?? '');
  }

  /** Returns the values of the call after its last element. */
  end(): Readonly<Record<string, unknown>> | undefined {
    const inner = this.open.pop();
    const outer = this.open.at(-1);
    if (!inner) throw new Error('an element ends that did not start');
    if (!outer) return inner.members;
    if (!inner.shape) return undefined;
    const value = inner.isNull ? null : valueOf(inner.shape, inner);
    if (outer.shape?.kind === 'array') this.add(outer, inner, value);
    else outer.members[inner.name] = value;
    return undefined;
  }

  private add(list: Open, { from }: Open, value: unknown): void {
    const { items } = list;
    if (!isOfRows(list)) {
      items.push(value);
      return;
    }
    mustBeFew(items.length + 1);
    const { longest } = this.rows;
    if (this.rows.bytesRead() - from > longest) items.push(tooLongRow(longest));
    else items.push(value ?? noRow());
  }
}

const valueOf = (shape: Shape, { text, members, items }: Open): unknown => {
  switch (shape.kind) {
    case 'scalar':
      return readScalar(shape, text);
    case 'object':
      return shape.read ? shape.read(members) : members;
    case 'array':
      return shape.read ? shape.read(items) : items;
  }
};
