import type { Texts } from './recording.js';

/** How many differences of one file are told. */
const TOLD = 12;
const AROUND = 160;

interface Entry {
  readonly asked: string;
  readonly answered: string;
}

/** Exchanges by what was asked, the second time with a number; lines of other files by their beginning. */
const entriesOf = (name: string, text: string): ReadonlyMap<string, Entry> => {
  const parts = text.startsWith('> ') ? text.split(/^(?=> )/m) : text.split('\n').filter((line) => line !== '');
  const counts = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const isExchange = part.startsWith('> ');
      const asked = isExchange ? (part.split('\n')[0] ?? '') : lineKey(name, part);
      const count = (counts.get(asked) ?? 0) + 1;
      counts.set(asked, count);
      const answered = isExchange ? part.slice(asked.length + 1) : part;
      return [`${asked}${count === 1 ? '' : ` (time ${count})`}`, { asked, answered }] as const;
    }),
  );
};

/** `"GET /V1/a": {…}` of the document, `name: value` of headers, else the line. */
const lineKey = (name: string, line: string): string =>
  name.endsWith('.json') || name === 'usual-headers' ? (/^\s*("[^"]*"|[^:]*):/.exec(line)?.[1] ?? line) : line;

/** Where two texts part, with what stands around. */
const parting = (one: string, other: string): readonly [string, string] => {
  if (one.length <= 2 * AROUND && other.length <= 2 * AROUND) return [one, other];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const cut = (text: string): string =>
    `${at > AROUND ? '…' : ''}${text.slice(Math.max(0, at - AROUND), at + AROUND)}${text.length > at + AROUND ? '…' : ''}`;
  return [cut(one), cut(other)];
};

const shown = (text: string): string => text.trimEnd().replaceAll('\n', '\n      ');

const ofFile = (name: string, recorded: string, found: string): readonly string[] => {
  const [before, now] = [entriesOf(name, recorded), entriesOf(name, found)];
  const messages: string[] = [];
  for (const [asked, { answered }] of before) {
    const other = now.get(asked);
    if (!other) {
      messages.push(`${name}: ${asked}\n  no longer there; recorded:\n      ${shown(parting(answered, '')[0])}`);
    } else if (other.answered !== answered) {
      const [was, is] = parting(answered, other.answered);
      messages.push(`${name}: ${asked}\n  recorded:\n      ${shown(was)}\n  answered:\n      ${shown(is)}`);
    }
  }
  for (const [asked, { answered }] of now)
    if (!before.has(asked)) messages.push(`${name}: ${asked}\n  is new:\n      ${shown(parting(answered, '')[0])}`);
  if (messages.length === 0) messages.push(`${name}: the same lines in another order`);
  return messages;
};

/** What was answered otherwise than recorded, for people; empty if nothing was. */
export const differences = (recorded: Texts, found: Texts): string => {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])].sort();
  return names
    .filter((name) => recorded[name] !== found[name])
    .flatMap((name) => {
      const all = ofFile(name, recorded[name] ?? '', found[name] ?? '');
      return [`== ${name}: ${all.length} differ`, ...all.slice(0, TOLD)];
    })
    .join('\n\n');
};
