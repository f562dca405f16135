import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedCall, Headers } from './crawler.js';

export const FOLDER = join(__dirname, '../recorded');
const USUAL = 'usual-headers';

/** The texts of the recording by file name. */
export type Texts = Readonly<Record<string, string>>;

const fileOf = (name: string): string => join(FOLDER, name.includes('.') ? name : `${name}.txt`);

/** Headers that most responses have in common, recorded once. */
const usualOf = (calls: readonly RecordedCall[]): Headers => {
  const counts = new Map<string, Map<string, number>>();
  for (const { headers } of calls) {
    for (const [name, value] of Object.entries(headers)) {
      const ofName = counts.get(name) ?? new Map<string, number>();
      ofName.set(value, (ofName.get(value) ?? 0) + 1);
      counts.set(name, ofName);
    }
  }
  const usual = [...counts].flatMap(([name, values]) => {
    const [value, count] = [...values].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
    return count > calls.length / 2 ? [[name, value] as const] : [];
  });
  return Object.fromEntries(usual.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const usualText = (usual: Headers): string =>
  Object.entries(usual)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

const usualFrom = (text: string): Headers =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );

/** Only the headers that differ from the usual ones. */
const headersText = (headers: Headers, usual: Headers): string => {
  const missing = Object.keys(usual).filter((name) => !(name in headers));
  const unusual = Object.entries(headers).filter(([name, value]) => usual[name] !== value);
  return [...missing.map((name) => `-${name}`), ...unusual.map(([name, value]) => `${name}: ${value}`)]
    .sort()
    .map((line) => `\n  ${line}`)
    .join('');
};

const callText = ({ asked, status, headers, body }: RecordedCall, usual: Headers): string =>
  `> ${asked}${headersText(headers, usual)}\n< ${status}${body === '' ? '' : ` ${body}`}\n`;

/** The texts of a crawl, with the usual headers of another recording or of the crawl itself. */
export const textsOf = (calls: readonly RecordedCall[], others: Texts, recorded?: Texts): Texts => {
  const usual = recorded?.[USUAL] === undefined ? usualOf(calls) : usualFrom(recorded[USUAL]);
  const byArea = new Map<string, string[]>();
  for (const call of calls) {
    const texts = byArea.get(call.area) ?? [];
    texts.push(callText(call, usual));
    byArea.set(call.area, texts);
  }
  return {
    [USUAL]: usualText(usual),
    ...Object.fromEntries([...byArea].map(([area, texts]) => [area, texts.join('')])),
    ...others,
  };
};

export const readTexts = (): Texts => {
  if (!existsSync(FOLDER)) return {};
  return Object.fromEntries(
    readdirSync(FOLDER)
      .sort()
      .map((file) => [file.replace(/\.txt$/, ''), readFileSync(join(FOLDER, file), 'utf8')]),
  );
};

export const writeTexts = (texts: Texts): void => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(fileOf(name), text);
};
