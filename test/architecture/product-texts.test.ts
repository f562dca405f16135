import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { startApp } from '../support/app.js';
import { ALL_ROOMS } from '../support/rooms.js';
import { BANNED, bannedIn, EXCEPTIONS, type FieldText, type ProductText, shapeFaults } from './product-texts.js';

const ROOT = join(__dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** False for names and paths, which have no spaces, and for SQL statements. */
const isProse = (text: string): boolean => /\p{Ll}\S*\s+\S/u.test(text) && !/^\s*(?:SELECT|INSERT|UPDATE)\b/.test(text);

/** The text of an expression, or undefined if it is not a string. Concatenated strings are joined. */
const literalText = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return literalText(node.expression);
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [literalText(node.left), literalText(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
};

/** Only engineers read assertions. */
const isAssertion = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Error';

/** The prose that a file's code contains: messages, descriptions, pages. */
const proseIn = (file: string, source: string): readonly ProductText[] => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: ProductText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || isAssertion(node)) return;
    const text = literalText(node);
    if (text !== undefined && isProse(text))
      found.push({ where: `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, text });
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
};

const filesOf = (...patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$/.test(file))
    .toSorted();

/** All texts that the code can print, log, return or show. */
const IN_CODE = filesOf('libs/**/*.ts', 'src/**/*.ts', 'scripts/quickstart.mjs', 'scripts/demo-*.mjs').flatMap((file) =>
  proseIn(file, textOf(file)),
);

/** Texts for operators, line by line. */
const OF_OPERATORS = filesOf('.env.example', 'deploy/**/*.yml', 'deploy/grafana/*.json').flatMap((file) =>
  textOf(file)
    .split('\n')
    .map((text, line) => ({ where: `${file}:${line + 1}`, text })),
);

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The descriptions and titles of a document, those of fields with their names. */
const describedIn = (part: unknown, where: string, name?: string): readonly (ProductText | FieldText)[] => {
  if (Array.isArray(part)) return part.flatMap((one, index) => describedIn(one, `${where}/${index}`));
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]): readonly (ProductText | FieldText)[] => {
    const at = `${where}/${key}`;
    if (key === 'example' || key === 'examples') return [];
    if (typeof value === 'string') {
      if (key === 'description') {
        const field = name ?? (typeof part['in'] === 'string' ? String(part['name']) : undefined);
        return [{ where: at, text: value, ...(field === undefined ? {} : { name: field }) }];
      }
      return key === 'summary' || key === 'title' ? [{ where: at, text: value }] : [];
    }
    if (key !== 'properties' || !isObject(value)) return describedIn(value, at);
    return Object.entries(value).flatMap(([field, schema]) => describedIn(schema, `${at}/${field}`, field));
  });
};

const isField = (text: ProductText | FieldText): text is FieldText => 'name' in text;

/** Fields of records, including those that no route returns. */
const OF_RECORDS: readonly FieldText[] = ALL_ROOMS.resources.flatMap(({ resource, fields }) =>
  fields.map(({ name, about }) => ({ where: `${resource}.${name}`, name, text: about })),
);

const isExcepted = ({ where }: ProductText, phrase: string): boolean =>
  EXCEPTIONS.some((exception) => exception.where.test(where) && exception.phrase === phrase);

const bannedOf = (texts: readonly ProductText[]): readonly string[] =>
  texts.flatMap((one) =>
    bannedIn(one.text)
      .filter((phrase) => !isExcepted(one, phrase))
      .map((phrase) => `${one.where}: "${phrase}" in: ${one.text}`),
  );

const misshapen = (fields: readonly FieldText[]): readonly string[] =>
  fields.flatMap((field) => shapeFaults(field).map((fault) => `${field.where} ${fault}: ${field.text}`));

describe('the texts of the product', () => {
  let described: readonly (ProductText | FieldText)[];

  beforeAll(async () => {
    const app = await startApp();
    try {
      described = describedIn((await app.call('GET', '/rest/schema')).body, '#');
    } finally {
      await app.close();
    }
  });

  it('are found', () => {
    expect(IN_CODE.length).toBeGreaterThan(1_500);
    expect(OF_OPERATORS.length).toBeGreaterThan(500);
    expect(described.filter(isField).length).toBeGreaterThan(1_000);
    expect(OF_RECORDS.length).toBeGreaterThan(200);
  });

  it('contain no banned phrase in the code', () => expect(bannedOf(IN_CODE)).toEqual([]));

  it('contain no banned phrase in settings, alerts and panels', () => expect(bannedOf(OF_OPERATORS)).toEqual([]));

  it('contain no banned phrase in the OpenAPI document and the records', () => {
    expect(bannedOf([...described, ...OF_RECORDS])).toEqual([]);
  });

  it('describe fields of the OpenAPI document by a noun phrase', () => {
    expect(misshapen(described.filter(isField))).toEqual([]);
  });

  it('describe fields of records by a noun phrase', () => expect(misshapen(OF_RECORDS)).toEqual([]));

  it('have at most ten exceptions, each needed', () => {
    const all = [...IN_CODE, ...OF_OPERATORS, ...described, ...OF_RECORDS];
    const idle = EXCEPTIONS.filter(
      ({ where, phrase }) => !all.some((one) => where.test(one.where) && bannedIn(one.text).includes(phrase)),
    );
    expect(idle).toEqual([]);
    expect(EXCEPTIONS.length).toBeLessThanOrEqual(10);
  });
});

describe('the rules for texts', () => {
  it.each(BANNED)('report "%s"', (phrase) => {
    expect(bannedIn(`A text, ${phrase} again`)).toEqual([phrase]);
    expect(bannedIn(`A value, \`${phrase}\`, and prose-${phrase.replaceAll(' ', '-')}`)).toEqual([]);
  });

  it.each([
    ['begins with "Of"', 'id', 'Of the website'],
    ['begins with "When"', 'finished_at', 'When it came to its end'],
    ['begins with "Its"', 'uuid', 'Its UUID'],
    ['begins with a number', 'is_active', '0: can neither sign in nor act'],
    ['has fewer than two words', 'count', 'Rows'],
    ['repeats the name', 'website_id', 'Id of the website'],
    ['ends its last sentence without a full stop', 'qty', 'Lowest quantity. Decimal with up to 4 places'],
    ['has a sentence of 26 words', 'note', `Text of ${'many '.repeat(24)}`],
  ])('report a description that %s', (fault, name, text) => expect(shapeFaults({ name, text })).toEqual([fault]));

  it('accept a noun phrase that stands alone', () => {
    const text = 'Lowest quantity this price applies to. Decimal with up to 4 places; default 1.';
    expect(shapeFaults({ name: 'qty', text })).toEqual([]);
  });

  it('apply to concatenated messages, but not to assertions', () => {
    const source = "print('told by ' + `${a} and ` + 'others'); throw new Error('told to nobody'); import 'told/b c';";
    expect(proseIn('a.ts', source)).toEqual([{ where: 'a.ts:1', text: 'told by … and others' }]);
  });
});
