import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** Libraries that would also serve a product without prices. Modules add what prices need (`provides`, settings). */
const LIBRARIES = ['manifest', 'rest', 'soap', 'openapi', 'web', 'cache', 'codes', 'outbound', 'oauth1', 'config'];

const PRICE_WORDS = /price|pricing/i;

/** Examples of the OpenAPI document and of its errors. */
const EXAMPLES: ReadonlySet<string> = new Set(['customerPrice', '_Customerprice::save']);

/** Identifiers and strings of a source file, without comments. */
const wordsIn = (text: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.push(node.text);
    if (ts.isTemplateMiddleOrTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest));
  return found.filter((word) => PRICE_WORDS.test(word) && !EXAMPLES.has(word));
};

it.each(LIBRARIES)('libs/%s contains no price terms', (library) => {
  const files = globSync(`libs/${library}/**/*.ts`, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(0);
  const named = files.flatMap((file) =>
    wordsIn(readFileSync(join(ROOT, file), 'utf8')).map((word) => `${file}: ${word}`),
  );
  expect(named).toEqual([]);
});

it.each([
  ["import { PriceSource } from '../kernel/index.js';", ['PriceSource']],
  ["const header = 'X-Pricing-Version';", ['X-Pricing-Version']],
  ['const text = `${a} prices`;', [' prices']],
  ["// a price\nconst a = 'customerPrice';", []],
])('the check for price terms reads code, not comments: %s', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
