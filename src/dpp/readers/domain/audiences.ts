import { ALL_POINTS, type Point, PUBLIC_POINT } from '../../templates/domain/index.js';

/** Which points each audience reads; never a ladder. */
export type Audiences = ReadonlyMap<string, ReadonlySet<Point>>;

/** Article 77(2) of Regulation (EU) 2023/1542, until the act of its paragraph 9 says otherwise. */
export const LAWFUL_AUDIENCES = 'legitimate_interest=1+2+4, authority=1+2+3';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** One audience as the operator writes it, `authority=1+2+3`; undefined if that is none. */
export const audienceOf = (text: string): readonly [name: string, points: ReadonlySet<Point>] | undefined => {
  const [name = '', said = '', ...more] = text.split('=').map((one) => one.trim());
  const points = said.split('+').map((one) => ALL_POINTS.find((point) => String(point) === one.trim()));
  if (more.length > 0 || !NAME.test(name) || name === 'public' || points.includes(undefined)) return undefined;
  const all = new Set(points.filter((point) => point !== undefined));
  return all.has(PUBLIC_POINT) ? [name, all] : undefined;
};

/** Audiences beside the public, whom nobody needs a grant to be. */
export const audiencesOf = (words: readonly string[]): Audiences =>
  new Map(words.flatMap((word) => [audienceOf(word)].filter((one) => one !== undefined)));
