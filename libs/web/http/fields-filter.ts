import type { JsonForm } from '../../operations/index.js';

/** Names selected by `fields=` as a tree; each is included completely or filtered further. */
export type FieldTree = ReadonlyMap<string, FieldTree | true>;

const PERMITTED = /^[\w[\],]+$/;

/**
 * Parses `items[id,name],total_count`; undefined if it is invalid. Like the platform, it checks brackets but accepts
 * superfluous commas (wire.md §3).
 */
export const parseFields = (text: string): FieldTree | undefined => {
  if (!PERMITTED.test(text)) return undefined;
  const stack: Map<string, FieldTree | true>[] = [];
  let current = new Map<string, FieldTree | true>();
  for (const [token] of text.matchAll(/\w+\[?|[\],[]/g)) {
    if (token === ']') {
      const outer = stack.pop();
      if (!outer) return undefined;
      current = outer;
    } else if (token === '[') return undefined;
    else if (token.endsWith('[')) {
      const inner = new Map<string, FieldTree | true>();
      current.set(token.slice(0, -1), inner);
      stack.push(current);
      current = inner;
    } else if (token !== ',') current.set(token, true);
  }
  return stack.length === 0 ? current : undefined;
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Keeps the selected fields of a response. If nothing is left, returns an empty list, like the platform. */
export const trim = (answer: unknown, tree: FieldTree): unknown => {
  if (Array.isArray(answer)) return answer.map((item) => trim(item, tree));
  if (!isPlain(answer)) return answer;
  const kept = Object.entries(answer).flatMap(([key, value]) => {
    const wanted = tree.get(key);
    if (wanted === undefined) return [];
    return [[key, wanted === true || !isPlain(value) ? value : trim(value, wanted)] as const];
  });
  return kept.length === 0 ? [] : Object.fromEntries(kept);
};

/** The response filtered by `fields=`; only objects and lists are filtered. */
export const trimmed = (answer: unknown, fields: unknown): unknown => {
  if (!isPlain(answer)) return answer;
  const tree = typeof fields === 'string' ? parseFields(fields) : undefined;
  return tree ? trim(answer, tree) : [];
};

/** Longer ones are rare, and keys are compared with each cached response. */
const KEY_MAX = 256;

class SelectedForm implements JsonForm {
  constructor(
    readonly key: string,
    private readonly tree: FieldTree,
  ) {}

  memberForm(member: string): JsonForm | undefined {
    const tree = this.tree.get(member);
    // The key must include the path, because the same text selects other names here.
    return tree === true ? WHOLE : tree && new SelectedForm(`${this.key}/${member}`, tree);
  }

  write(value: object): string {
    return JSON.stringify(trim(value, this.tree));
  }
}

const WHOLE: JsonForm = { key: '', memberForm: () => WHOLE, write: (value) => JSON.stringify(value) };

/** The JSON form for a `fields` parameter; undefined if it is invalid or too long. */
export const jsonForm = (fields: unknown): JsonForm | undefined => {
  if (fields === undefined) return WHOLE;
  if (typeof fields !== 'string' || fields.length > KEY_MAX) return undefined;
  const tree = parseFields(fields);
  return tree && new SelectedForm(fields, tree);
};
