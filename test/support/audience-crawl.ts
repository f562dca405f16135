import { setTimeout as delay } from 'node:timers/promises';
import type { Point } from '../../src/dpp/templates/domain/index.js';
import type { Answer, TestApp, Verb } from './app.js';
import { canariesIn, type Planted } from './canaries.js';
import { isDocument, type PlantedPassport, topOf } from './planted-passports.js';

/** The points that each audience reads (Article 77(2)). All other callers read point 1, where it is public. */
export const POINTS: Readonly<Record<string, readonly Point[]>> = { interest: [1, 2, 4], authority: [1, 2, 3] };
export const NO_GOOD: readonly string[] = ['expired', 'revoked'];

/** A caller, without a grant or with one, and the way in which it sends the grant. */
export interface Asker {
  readonly name: string;
  readonly by: 'nothing' | 'bearer' | 'cookie';
  readonly headers: Readonly<Record<string, string>>;
}

/** The expected status, and the properties that the response contains. */
export type Expected = readonly [status: number, readable: readonly Planted[]];

export interface Question {
  readonly path: string;
  readonly verb?: Verb;
  readonly body?: unknown;
  readonly accept?: string;
  /** Selects the part of the response text to check. */
  readonly part?: (text: string) => string;
  /**
   * Top-level properties recognized in the response by words other than canaries, because enums, booleans and empty
   * lists contain none.
   */
  readonly names?: (text: string) => readonly string[];
  readonly canaries?: (one: Planted) => readonly string[];
  readonly of: (asker: Asker) => Expected;
}

/** Finds names in JSON (even inside strings), in a context and in a vocabulary. */
export const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/["#](\w+)\\*"/g)].map(([, name]) => name ?? '');
export const named = { names: quoted };
/** Finds names but no values, for responses that describe passports. */
export const described = { ...named, canaries: () => [] };

export const isRefused = ({ name, by }: Asker): boolean => by === 'bearer' && NO_GOOD.includes(name);
export const readsMore = ({ name, by }: Asker): boolean => by === 'bearer' && name in POINTS;
export const pointsOf = (asker: Asker): readonly Point[] => (readsMore(asker) ? (POINTS[asker.name] ?? []) : [1]);
export const ofPoints = (planted: readonly Planted[], points: readonly Point[]): readonly Planted[] =>
  planted.filter(({ point }) => points.includes(point));

/** Public in EN 18222: everyone reads point 1, and a grant adds its points. An invalid grant reads nothing. */
export const public_ = ({ planted }: PlantedPassport) => (asker: Asker): Expected =>
  isRefused(asker) ? [401, []] : [200, ofPoints(planted, pointsOf(asker))]; // prettier-ignore
/** Not public: a grant reads its points, and all other callers get nothing. */
export const kept = ({ planted }: PlantedPassport, anybody: number) => (asker: Asker): Expected =>
  isRefused(asker) ? [401, []] : readsMore(asker) ? [200, ofPoints(planted, pointsOf(asker))] : [asker.by === 'bearer' ? 404 : anybody, []]; // prettier-ignore
/** For routes where grants have no effect: the same result for every caller. */
export const always = (status: number, ...passports: readonly PlantedPassport[]) => (): Expected =>
  [status, ofPoints(passports.flatMap(({ planted }) => planted), [1])]; // prettier-ignore
/** The passport's names without values: a context contains all names of the template. */
export const onlyNamed = ({ planted, ...one }: PlantedPassport): PlantedPassport => ({
  ...one,
  planted: planted.map((of) => ({ ...of, canaries: [] })),
});
/** The passport without the email address, which GraphQL does not have. */
export const unmailed = ({ planted, ...one }: PlantedPassport): PlantedPassport => ({
  ...one,
  planted: planted.filter(({ path }) => !path.endsWith('.email')),
});
/** The part of a passport in GraphQL: neither the email address nor documents. */
export const ofGraphql = (passport: PlantedPassport): PlantedPassport => ({
  ...passport,
  planted: unmailed(passport).planted.filter((one) => !isDocument(one)),
});
/** Only the documents of a passport, as in a linkset. */
export const onlyDocuments = (passport: PlantedPassport): PlantedPassport => ({
  ...passport,
  planted: passport.planted.filter(isDocument),
});
/** For responses that must contain nothing of the passport, for any caller. */
export const nothing = (status: number) => (): Expected => [status, []];

const HASH = 64;
const AT_ONCE = 8;
const TIMES = 200;

/** Sends a request, and repeats it while other searches have priority, as a client does. */
const answered = async (app: TestApp, ...asked: Parameters<TestApp['call']>): Promise<Answer> => {
  for (let times = 1; ; times += 1) {
    const answer = await app.call(...asked);
    if (answer.status !== 503 || times === TIMES) return answer;
    await delay(100);
  }
};

/**
 * Sends each question as each caller, several at a time. Returns the responses that contain more or less than expected.
 */
export const crawl = async (
  app: TestApp,
  passports: readonly PlantedPassport[],
  questions: readonly Question[],
  askers: readonly Asker[],
): Promise<readonly unknown[]> => {
  const planted = passports.flatMap((one) => one.planted);
  const known = new Set(planted.flatMap(({ canaries }) => canaries));
  // For files, their hashes, which are also in their URLs.
  const hashes = [...known].filter((one) => one.length === HASH);
  const tops = new Set(planted.map(({ path }) => topOf(path)));
  const left = questions.flatMap((question) => askers.map((asker) => ({ question, asker })));
  const wrong: unknown[] = [];
  const ask = async ({ question, asker }: (typeof left)[number]): Promise<void> => {
    const { path, verb = 'GET', body, accept, part = String, names, canaries } = question;
    const headers = { ...asker.headers, ...(accept === undefined ? {} : { accept }) };
    const answer = await answered(app, verb, path, body, undefined, headers);
    const [status, shouldRead] = question.of(asker);
    // Request IDs are random, so they can look like a canary.
    const sent = [...answer.headers].filter(([name]) => name !== 'x-request-id');
    const text = part(`${answer.text} ${JSON.stringify(sent)}`);
    const seen = new Set([
      ...canariesIn(text).filter((one) => known.has(one)),
      ...hashes.filter((one) => text.includes(one)),
      ...(names?.(text) ?? []).filter((one) => tops.has(one)),
    ]);
    // The envelope has its own names.
    const expectedTops = shouldRead.map((one) => topOf(one.path)).filter((one) => !one.includes(':'));
    const expected = new Set([
      ...shouldRead.flatMap(canaries ?? ((one) => one.canaries)),
      ...(names ? expectedTops : []),
    ]);
    const more = [...seen].filter((one) => !expected.has(one));
    const less = [...expected].filter((one) => !seen.has(one));
    if (answer.status !== status || more.length + less.length > 0)
      wrong.push({
        asked: `${verb} ${path} by ${asker.name} (${asker.by})`,
        status: [answer.status, status],
        more,
        less,
      });
  };
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await ask(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
};
