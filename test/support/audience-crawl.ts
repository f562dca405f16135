import { setTimeout as delay } from 'node:timers/promises';
import type { Point } from '../../src/dpp/templates/domain/index.js';
import type { Answer, TestApp, Verb } from './app.js';
import { canariesIn, type Planted } from './canaries.js';
import { isDocument, type PlantedPassport, topOf } from './planted-passports.js';

/** Which points each audience reads (Article 77(2)); everybody else reads point 1, where that is public. */
export const POINTS: Readonly<Record<string, readonly Point[]>> = { interest: [1, 2, 4], authority: [1, 2, 3] };
export const NO_GOOD: readonly string[] = ['expired', 'revoked'];

/** Who asks: with a grant or none, by either way to send one. */
export interface Asker {
  readonly name: string;
  readonly by: 'nothing' | 'bearer' | 'cookie';
  readonly headers: Readonly<Record<string, string>>;
}

/** The status that has to come, and the properties that are told, or nothing. */
export type Expected = readonly [status: number, readable: readonly Planted[]];

export interface Question {
  readonly path: string;
  readonly verb?: Verb;
  readonly body?: unknown;
  readonly accept?: string;
  /** Of the text, what is looked at. */
  readonly part?: (text: string) => string;
  /** By which words beside canaries the properties at the top are known; enums, booleans and empty lists hold none. */
  readonly names?: (text: string) => readonly string[];
  readonly canaries?: (one: Planted) => readonly string[];
  readonly of: (asker: Asker) => Expected;
}

/** In JSON, however often it is in a string; in a context and a vocabulary. */
export const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/["#](\w+)\\*"/g)].map(([, name]) => name ?? '');
export const named = { names: quoted };
/** Its names, and no value: what describes passports. */
export const described = { ...named, canaries: () => [] };

export const isRefused = ({ name, by }: Asker): boolean => by === 'bearer' && NO_GOOD.includes(name);
export const readsMore = ({ name, by }: Asker): boolean => by === 'bearer' && name in POINTS;
export const pointsOf = (asker: Asker): readonly Point[] => (readsMore(asker) ? (POINTS[asker.name] ?? []) : [1]);
export const ofPoints = (planted: readonly Planted[], points: readonly Point[]): readonly Planted[] =>
  planted.filter(({ point }) => points.includes(point));

/** What is public by EN 18222: point 1 to everybody, to a grant its points; one that is no good reads nothing. */
export const public_ = ({ planted }: PlantedPassport) => (asker: Asker): Expected =>
  isRefused(asker) ? [401, []] : [200, ofPoints(planted, pointsOf(asker))]; // prettier-ignore
/** What isn't: its points to a grant for it, nothing to anybody else. */
export const kept = ({ planted }: PlantedPassport, anybody: number) => (asker: Asker): Expected =>
  isRefused(asker) ? [401, []] : readsMore(asker) ? [200, ofPoints(planted, pointsOf(asker))] : [asker.by === 'bearer' ? 404 : anybody, []]; // prettier-ignore
/** Where no grant is good: the same for whoever asks. */
export const always = (status: number, ...passports: readonly PlantedPassport[]) => (): Expected =>
  [status, ofPoints(passports.flatMap(({ planted }) => planted), [1])]; // prettier-ignore
/** Its names without its values: a context has all that a template has. */
export const onlyNamed = ({ planted, ...one }: PlantedPassport): PlantedPassport => ({
  ...one,
  planted: planted.map((of) => ({ ...of, canaries: [] })),
});
/** Without the e-mail address, which GraphQL hasn't. */
export const unmailed = ({ planted, ...one }: PlantedPassport): PlantedPassport => ({
  ...one,
  planted: planted.filter(({ path }) => !path.endsWith('.email')),
});
/** Of what GraphQL tells: neither the e-mail address nor documents. */
export const ofGraphql = (passport: PlantedPassport): PlantedPassport => ({
  ...passport,
  planted: unmailed(passport).planted.filter((one) => !isDocument(one)),
});
/** Its documents alone, as a linkset tells them. */
export const onlyDocuments = (passport: PlantedPassport): PlantedPassport => ({
  ...passport,
  planted: passport.planted.filter(isDocument),
});
/** For whom nothing of it may be told. */
export const nothing = (status: number) => (): Expected => [status, []];

const HASH = 64;
const AT_ONCE = 8;
const TIMES = 200;

/** As a client asks: again, where others search before it. */
const answered = async (app: TestApp, ...asked: Parameters<TestApp['call']>): Promise<Answer> => {
  for (let times = 1; ; times += 1) {
    const answer = await app.call(...asked);
    if (answer.status !== 503 || times === TIMES) return answer;
    await delay(100);
  }
};

/** Asks each question by each asker, several at once; tells what came otherwise than it has to: more, or less. */
export const crawl = async (
  app: TestApp,
  passports: readonly PlantedPassport[],
  questions: readonly Question[],
  askers: readonly Asker[],
): Promise<readonly unknown[]> => {
  const planted = passports.flatMap((one) => one.planted);
  const known = new Set(planted.flatMap(({ canaries }) => canaries));
  // Of files their hashes, in their addresses too.
  const hashes = [...known].filter((one) => one.length === HASH);
  const tops = new Set(planted.map(({ path }) => topOf(path)));
  const left = questions.flatMap((question) => askers.map((asker) => ({ question, asker })));
  const wrong: unknown[] = [];
  const ask = async ({ question, asker }: (typeof left)[number]): Promise<void> => {
    const { path, verb = 'GET', body, accept, part = String, names, canaries } = question;
    const headers = { ...asker.headers, ...(accept === undefined ? {} : { accept }) };
    const answer = await answered(app, verb, path, body, undefined, headers);
    const [status, shouldRead] = question.of(asker);
    // The name of a request is made by chance, and so may look like a canary.
    const sent = [...answer.headers].filter(([name]) => name !== 'x-request-id');
    const text = part(`${answer.text} ${JSON.stringify(sent)}`);
    const seen = new Set([
      ...canariesIn(text).filter((one) => known.has(one)),
      ...hashes.filter((one) => text.includes(one)),
      ...(names?.(text) ?? []).filter((one) => tops.has(one)),
    ]);
    // The envelope has names of its own.
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
