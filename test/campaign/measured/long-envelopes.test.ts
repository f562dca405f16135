import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readEnvelope } from '../../../libs/soap/read-envelope.js';
import { INT, listOf, member, type ObjectShape, STRING } from '../../../libs/soap/shapes.js';
import { SOAP_12 } from '../../../libs/soap/versions.js';
import { inReferences, workedMs } from './ratio.js';

const MIB = 1024 * 1024;
/**
 * Limit as a multiple of the reference work. The measured value is at most half of it, unless garbage is collected for
 * other reasons.
 */
const LONGEST_TURN = 5;
/** Limit as a multiple of the sent bytes. The text itself is part of it. */
const GROWTH = 2;
const LONG = 4 * MIB;

const CALL: ObjectShape = {
  kind: 'object',
  name: 'Call',
  members: [member('text', STRING, false), member('ids', listOf(INT), false)],
};

/** Repeats the part of a document up to this number of bytes. */
const filled = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));

const call = (inner: string): Buffer =>
  Buffer.from(
    `<e:Envelope xmlns:e="${SOAP_12.envelope}" xmlns:n="urn:n"><e:Body><n:call>${inner}</n:call></e:Body></e:Envelope>`,
  );

const read = (bytes: Buffer): Promise<unknown> =>
  readEnvelope(bytes, {
    namespace: 'urn:n',
    found: () => undefined,
    rulesOf: () => ({ parameters: CALL, valuesMax: 10_000_000, rowMaxBytes: MIB }),
  }).catch(() => undefined);

/** Calls `between` in each turn of the event loop until the work is done. */
const beside = async (work: Promise<unknown>, between: () => void): Promise<void> => {
  let isDone = false;
  const round = (): void => {
    between();
    if (!isDone) setImmediate(round);
  };
  setImmediate(round);
  await work;
  isDone = true;
  between();
};

const turnsMs = async (bytes: Buffer): Promise<readonly number[]> => {
  const turns: number[] = [];
  let before = workedMs();
  await beside(read(bytes), () => {
    const now = workedMs();
    turns.push(now - before);
    before = now;
  });
  return turns;
};

/**
 * The longest turn, where the best of three runs counts for each turn. Garbage collection hits another turn in each
 * run, but expensive work is always in the same one.
 */
const longestTurnMs = async (bytes: Buffer): Promise<number> => {
  const [first = [], ...others] = [await turnsMs(bytes), await turnsMs(bytes), await turnsMs(bytes)];
  return Math.max(...first.map((ms, round) => Math.min(ms, ...others.map((turns) => turns[round] ?? Infinity))));
};

const attributes = (of: (index: number) => string): string => Array.from({ length: 99 }, (_, at) => of(at)).join('');
const namespaces = attributes((at) => ` xmlns:p${at}="urn:${at}"`);
const deep = 59;

/** Bodies that cause the most work for their size. */
const WORKS: readonly (readonly [string, () => string])[] = [
  ['elements', () => filled('<a/>', MIB)],
  ['elements of a list', () => `<ids>${filled('<item>1</item>', MIB)}</ids>`],
  ['attributes', () => filled(`<a${attributes((at) => ` a${at}=""`)}/>`, MIB)],
  ['namespaces', () => filled(`<a${namespaces}/>`, MIB)],
  [
    'prefixes of namespaces far above',
    () =>
      `<a${namespaces}>${'<b>'.repeat(deep)}${filled(`<c${attributes((at) => ` p${at}:c=""`)}/>`, MIB)}` +
      `${'</b>'.repeat(deep)}</a>`,
  ],
  ['references in a text', () => `<text>${filled('&#228;', MIB)}</text>`],
  ['references in an attribute', () => `<a b="${filled('&#228;', MIB)}"/>`],
  ['line ends', () => `<text>${filled('\r', MIB)}</text>`],
  ['comments', () => `<text>${filled('a<!---->', MIB)}</text>`],
  ['sections', () => `<text>${filled('<![CDATA[a]]>', MIB)}</text>`],
  ['a long name', () => `<${filled('a', MIB)}/>`],
  ['a long comment', () => `<!--${filled('- ', MIB)}-->`],
  ['a long text of umlauts', () => `<text>${filled('ä', 32 * MIB)}</text>`],
];

describe('a long envelope (soap.md, "On the wire")', () => {
  it.each(WORKS)('of %s does not block other callers', async (_, inner) => {
    const bytes = call(inner());
    expect(await inReferences(() => longestTurnMs(bytes))).toBeLessThan(LONGEST_TURN);
  });

  it.each([
    ['references', '&#228;'],
    ['line ends', '\r'],
    ['comments', 'a<!---->'],
    ['sections', '<![CDATA[a]]>'],
  ])('with a text of %s needs little memory besides its own size', async (_, part) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const bytes = call(`<text>${filled(part, LONG)}</text>`);
    collect();
    const before = process.memoryUsage().heapUsed;
    let [most, turns] = [0, 0];
    await beside(read(bytes), () => {
      turns += 1;
      if (turns % 80 > 0) return;
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    });
    expect(turns).toBeGreaterThan(200);
    expect(most / LONG).toBeLessThan(GROWTH);
  });
});
