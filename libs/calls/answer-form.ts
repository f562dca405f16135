import { platformTime } from '../kernel/index.js';
import { type AnswerSpec, StreamedList, StreamedObject } from '../operations/index.js';
import type { Field } from '../records/index.js';

/** Format of timestamps: `2026-01-31T10:15:00.000Z`, or that of the shop platform, `2026-01-31 10:15:00` (UTC). */
type Instants = 'iso' | 'platform';

type AnswerValues = Readonly<Record<string, unknown>>;
type Rewrite = (value: unknown) => unknown;

const isValues = (value: unknown): value is AnswerValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asPlatform: Rewrite = (value) => (typeof value === 'string' && value.endsWith('Z') ? platformTime(value) : value);

const ofEach =
  (rewrite: Rewrite): Rewrite =>
  (list) =>
    Array.isArray(list) ? list.map(rewrite) : list;

const rewriteOf = ({ kind }: Field): Rewrite | undefined => {
  if (kind.type === 'instant') return asPlatform;
  if (kind.type !== 'object' && kind.type !== 'objects') return undefined;
  const inside = instantsOf(kind.fields);
  return inside && (kind.type === 'objects' ? ofEach(inside) : inside);
};

/** Converts the timestamps of an object with these fields; undefined if it has none. */
const instantsOf = (fields: readonly Field[]): Rewrite | undefined => {
  const rewrites = fields.flatMap((field) => {
    const rewrite = rewriteOf(field);
    return rewrite ? [[field.name, rewrite] as const] : [];
  });
  if (rewrites.length === 0) return undefined;
  return (value) => {
    if (!isValues(value)) return value;
    const converted: Record<string, unknown> = { ...value };
    for (const [name, rewrite] of rewrites) if (name in converted) converted[name] = rewrite(converted[name]);
    return converted;
  };
};

/** Responses with more records than this are written in chunks (wire.md, "8. Heavy calls"). */
const LONG = 1000;

const plain: Rewrite = (value) => value;

function* each(list: readonly unknown[], rewrite: Rewrite): Generator<unknown, void> {
  for (const element of list) yield rewrite(element);
}

const listOf = (list: readonly unknown[], rewrite: Rewrite): unknown =>
  list.length > LONG ? new StreamedList(() => each(list, rewrite)) : rewrite === plain ? list : list.map(rewrite);

const hasLongList = (values: AnswerValues): boolean =>
  Object.values(values).some((value) => Array.isArray(value) && value.length > LONG);

/** Streams the long lists of a value. */
const inPieces = (value: unknown): unknown => {
  if (!isValues(value) || value instanceof StreamedObject || !hasLongList(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, Array.isArray(member) ? listOf(member, plain) : member] as const,
  );
  return new StreamedObject(Object.fromEntries(members));
};

/** Formats a response: converts timestamps, and writes long lists in chunks. */
export type AnswerForm = (answer: unknown) => unknown;

const rewriteFor = (spec: AnswerSpec | undefined, instants: Instants): Rewrite =>
  (spec && 'fields' in spec && instants === 'platform' && instantsOf(spec.fields)) || plain;

/** Converts timestamps without streaming lists. */
export const wholeAnswerForm = (spec: AnswerSpec, instants: Instants): AnswerForm => {
  const rewrite = rewriteFor(spec, instants);
  if (rewrite === plain || spec.kind !== 'search') return spec.kind === 'array' ? ofEach(rewrite) : rewrite;
  return (answer) => (isValues(answer) ? { ...answer, items: ofEach(rewrite)(answer['items']) } : answer);
};

export const answerForm = (spec: AnswerSpec | undefined, instants: Instants): AnswerForm => {
  const rewrite = rewriteFor(spec, instants);
  switch (spec?.kind) {
    case 'array':
      return (answer) => (Array.isArray(answer) ? listOf(answer, rewrite) : answer);
    case 'search':
      return (answer) => {
        if (!isValues(answer) || !Array.isArray(answer['items'])) return answer;
        const members = { ...answer, items: listOf(answer['items'], rewrite) };
        return members.items instanceof StreamedList ? new StreamedObject(members) : members;
      };
    default:
      return rewrite === plain ? inPieces : (answer) => inPieces(rewrite(answer));
  }
};
