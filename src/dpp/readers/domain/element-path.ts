import { isJsonObject, type Json } from '../../passport/domain/index.js';

type Step = string | number;

const PATH_MAX = 1000;
const NAME = /^\.([A-Za-z_][A-Za-z0-9_-]*)/;
const QUOTED = /^\[(?:'((?:[^'\\]|\\['\\])*)'|"((?:[^"\\]|\\["\\])*)")\]/;
const INDEX = /^\[(0|[1-9]\d{0,8})\]/;

/**
 * The steps of a path of RFC 9535 that names one node: members and places in lists. Undefined for what isn't one, wildcards,
 * filters, slices and descendants among that, which may mean many.
 */
export const elementPath = (text: string): readonly Step[] | undefined => {
  if (!text.startsWith('$') || text.length > PATH_MAX) return undefined;
  const steps: Step[] = [];
  for (let rest = text.slice(1); rest !== '';) {
    const name = NAME.exec(rest);
    const quoted = QUOTED.exec(rest);
    const index = INDEX.exec(rest);
    const found = name ?? quoted ?? index;
    if (!found) return undefined;
    if (index) steps.push(Number(index[1]));
    else steps.push((found[1] ?? found[2] ?? '').replace(/\\(.)/g, '$1'));
    rest = rest.slice(found[0].length);
  }
  return steps;
};

/** The node of a path; undefined if there is none. */
export const nodeAt = (value: Json, steps: readonly Step[]): Json | undefined => {
  let node: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === 'number') node = Array.isArray(node) ? (node as readonly Json[])[step] : undefined;
    else node = isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
    if (node === undefined) return undefined;
  }
  return node;
};
