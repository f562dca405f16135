import { isJsonObject, type Json } from '../../passport/domain/index.js';

type Step = string | number;

const PATH_MAX = 1000;

/** Whitespace of RFC 9535, allowed before a segment and around a bracketed selector. */
const B = '[ \\t\\n\\r]*';
const LETTER = '[A-Za-z_\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}]';
const HEX = '[\\dA-Fa-f]';
const UNICODE = `u(?:(?![Dd][89A-Fa-f])${HEX}{4}|[Dd][89ABab]${HEX}{2}\\\\u[Dd][C-Fc-f]${HEX}{2})`;
const quoted = (mark: string): string =>
  `${mark}((?:[^${mark}\\\\\\u{0}-\\u{1F}\\u{D800}-\\u{DFFF}]|\\\\(?:[bfnrt/\\\\${mark}]|${UNICODE}))*)${mark}`;

/** A path segment: a member by name, a quoted member in brackets, or a list index. */
const SEGMENT = new RegExp(
  `${B}(?:\\.(${LETTER}(?:${LETTER}|\\d)*)|\\[${B}(?:${quoted("'")}|${quoted('"')}|(0|-?[1-9]\\d{0,15}))${B}\\])`,
  'uy',
);

/**
 * Converts a single-quoted string to a double-quoted one. It uses JSON escapes and `\'`; a double quote needs no
 * escape.
 */
const asDoubleQuoted = (text: string): string =>
  text.replace(/\\(.)|"/gsu, (all, escaped: string | undefined) =>
    escaped === "'" ? "'" : escaped === undefined ? '\\"' : all,
  );
const said = (text: string): string => JSON.parse(`"${text}"`) as string;

/**
 * Steps of an RFC 9535 path to one node: member names and list indexes, negative from the end. Undefined for anything
 * else, including wildcards, filters, slices and descendants.
 */
export const elementPath = (text: string): readonly Step[] | undefined => {
  if (!text.startsWith('$') || text.length > PATH_MAX) return undefined;
  const steps: Step[] = [];
  for (let position = 1; position < text.length; position = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = position;
    const found = SEGMENT.exec(text);
    if (!found) return undefined;
    const [, name, single, double, index] = found;
    if (index !== undefined && !Number.isSafeInteger(Number(index))) return undefined;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? said(single === undefined ? (double ?? '') : asDoubleQuoted(single)));
  }
  return steps;
};

/** The node at a path; undefined if it does not exist. */
export const nodeAt = (value: Json, steps: readonly Step[]): Json | undefined => {
  let node: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === 'number') node = Array.isArray(node) ? (node as readonly Json[]).at(step) : undefined;
    else node = isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
    if (node === undefined) return undefined;
  }
  return node;
};
