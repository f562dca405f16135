import { isJsonObject, type Json } from '../../passport/domain/index.js';

type Step = string | number;

const PATH_MAX = 1000;

/** Blanks of RFC 9535, which may stand in front of a segment and around a selector in brackets. */
const B = '[ \\t\\n\\r]*';
const LETTER = '[A-Za-z_\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}]';
const HEX = '[\\dA-Fa-f]';
const UNICODE = `u(?:(?![Dd][89A-Fa-f])${HEX}{4}|[Dd][89ABab]${HEX}{2}\\\\u[Dd][C-Fc-f]${HEX}{2})`;
const quoted = (mark: string): string =>
  `${mark}((?:[^${mark}\\\\\\u{0}-\\u{1F}\\u{D800}-\\u{DFFF}]|\\\\(?:[bfnrt/\\\\${mark}]|${UNICODE}))*)${mark}`;

/** A member by its name, in brackets by a quoted one, or a place in a list. */
const SEGMENT = new RegExp(
  `${B}(?:\\.(${LETTER}(?:${LETTER}|\\d)*)|\\[${B}(?:${quoted("'")}|${quoted('"')}|(0|-?[1-9]\\d{0,15}))${B}\\])`,
  'uy',
);

/** Between single quotes JSON's escapes mean the same; beside them `\'` is a quote, and a double one needs none. */
const asDoubleQuoted = (text: string): string =>
  text.replace(/\\(.)|"/gsu, (all, escaped: string | undefined) =>
    escaped === "'" ? "'" : escaped === undefined ? '\\"' : all,
  );
const said = (text: string): string => JSON.parse(`"${text}"`) as string;

/**
 * The steps of a path of RFC 9535 that names one node: members and places in lists, negative ones from the end. Undefined for
 * what isn't one, wildcards, filters, slices and descendants among that, which may mean many.
 */
export const elementPath = (text: string): readonly Step[] | undefined => {
  if (!text.startsWith('$') || text.length > PATH_MAX) return undefined;
  const steps: Step[] = [];
  for (let place = 1; place < text.length; place = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = place;
    const found = SEGMENT.exec(text);
    if (!found) return undefined;
    const [, name, single, double, index] = found;
    if (index !== undefined && !Number.isSafeInteger(Number(index))) return undefined;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? said(single === undefined ? (double ?? '') : asDoubleQuoted(single)));
  }
  return steps;
};

/** The node of a path; undefined if there is none. */
export const nodeAt = (value: Json, steps: readonly Step[]): Json | undefined => {
  let node: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === 'number') node = Array.isArray(node) ? (node as readonly Json[]).at(step) : undefined;
    else node = isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
    if (node === undefined) return undefined;
  }
  return node;
};
