import { ALL_POINTS, type Point, PUBLIC_POINT } from '../../templates/domain/index.js';

/** Points that each audience may read. Audiences are not ordered. */
export type Audiences = ReadonlyMap<string, ReadonlySet<Point>>;

/** Article 77(2) of Regulation (EU) 2023/1542, until the act under its paragraph 9 changes it. */
export const LAWFUL_AUDIENCES = 'legitimate_interest=1+2+4, authority=1+2+3';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** Parses an audience setting such as `authority=1+2+3`; undefined if invalid. */
export const audienceOf = (text: string): readonly [name: string, points: ReadonlySet<Point>] | undefined => {
  const [name = '', said = '', ...more] = text.split('=').map((one) => one.trim());
  const points = said.split('+').map((one) => ALL_POINTS.find((point) => String(point) === one.trim()));
  if (more.length > 0 || !NAME.test(name) || name === 'public' || points.includes(undefined)) return undefined;
  const all = new Set(points.filter((point) => point !== undefined));
  return all.has(PUBLIC_POINT) ? [name, all] : undefined;
};

/** All audiences except the public, which needs no grant. */
export const audiencesOf = (words: readonly string[]): Audiences =>
  new Map(words.flatMap((word) => [audienceOf(word)].filter((one) => one !== undefined)));
