import type { Texts } from './recording.js';

/** Maximum number of reported differences per file. */
const TOLD = 12;
const AROUND = 160;

interface Entry {
  readonly asked: string;
  readonly answered: string;
}

/** Responses by request, numbered if a request is repeated; lines of other files by their beginning. */
const entriesOf = (name: string, text: string): ReadonlyMap<string, Entry> => {
  const parts = text.startsWith('> ') ? text.split(/^(?=> )/m) : text.split('\n').filter((line) => line !== '');
  const counts = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const isCall = part.startsWith('> ');
      const asked = isCall ? (part.split('\n')[0] ?? '') : lineKey(name, part);
      const count = (counts.get(asked) ?? 0) + 1;
      counts.set(asked, count);
      const answered = isCall ? part.slice(asked.length + 1) : part;
      return [`${asked}${count === 1 ? '' : ` (time ${count})`}`, { asked, answered }] as const;
    }),
  );
};

/** `"GET /V1/a": {…}` of the document, `name: value` of headers, else the line. */
const lineKey = (name: string, line: string): string =>
  name.endsWith('.json') || name === 'usual-headers' ? (/^\s*("[^"]*"|[^:]*):/.exec(line)?.[1] ?? line) : line;

/** The first difference of two texts, with some context. */
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

/** A readable list of responses that differ from the recording; empty if there are none. */
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
