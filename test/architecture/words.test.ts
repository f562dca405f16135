import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import type { Provision } from '../../libs/manifest/index.js';
import { type DeclaredPriceCode, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { snakeCase } from '../../libs/records/index.js';
import { ALL_ROOMS } from '../support/rooms.js';

const ROOT = join(__dirname, '..', '..');
const { manifests } = ALL_ROOMS;
const SCOPES = manifests.flatMap(({ scopes = [] }) => scopes.map(({ scope }) => scope));

/** The price codes that a module provides. */
const codesOf = (provides: readonly Provision[] = []): readonly string[] =>
  provides
    .filter(({ to }) => to === priceCodes().to)
    .flatMap(({ values = [] }) => (values as readonly DeclaredPriceCode[]).map(({ code }) => code));

/** Names that belong to modules. */
const WORDS: ReadonlySet<string> = new Set([
  ...manifests.flatMap(({ name, openPaths = [], closedPaths = [], secretPaths = [], provides }) => [
    name,
    ...openPaths,
    ...closedPaths,
    ...secretPaths,
    ...codesOf(provides),
  ]),
  ...SCOPES,
  ...manifests
    .flatMap(({ resources }) => resources)
    .flatMap(({ resource, table, path, businessKey: { as } = { as: resource } }) => [
      resource,
      table,
      path,
      as,
      snakeCase(as),
    ]),
]);

interface Exception {
  readonly words: readonly string[];
  readonly files: RegExp;
  readonly because: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    words: ['admin', 'integration', 'customer'],
    files: /^libs\/(operations|web|calls|rest|openapi|soap|jobs)\//,
    because: 'kinds of callers, which every interface tells apart (wire.md §6)',
  },
  {
    words: ['sku', 'customerPrice'],
    files: /^libs\/(operations\/bulk-operations|openapi\/error-responses)\.ts$/,
    because: 'examples of the OpenAPI document',
  },
  {
    words: ['special_price'],
    files: /^libs\/(pricing\/(codes|apply|lint\/many-products)|records\/declare\/block-c)\.ts$/,
    because: 'an amount of a product, on which surcharges and discounts work',
  },
  {
    words: ['website'],
    files: /^libs\/records\/declare\/block-c\.ts$/,
    because: 'all price records hold on a website (ADR 2)',
  },
  {
    words: ['customer'],
    files: /^libs\/pricing\/settings\.ts$/,
    because: 'a value of the setting categoryprice_select',
  },
  {
    words: ['desk'],
    files: /^libs\/kernel\/actor\.ts$/,
    because: 'an interface of the audit trail, next to REST and SOAP',
  },
  { words: ['document'], files: /^libs\/soap\/wsdl\.ts$/, because: 'a style of bindings in WSDL' },
  { words: ['list'], files: /^libs\/pricing\/row\.ts$/, because: 'a property that rows of one list share' },
];

const read = (pattern: string): readonly ts.SourceFile[] =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => parsed(file, readFileSync(join(ROOT, file), 'utf8')));

const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const nodesOf = (source: ts.SourceFile): readonly ts.Node[] => {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isIndexedAccessTypeNode(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** True for compound names, which do not occur in ordinary sentences. */
const isCompound = (word: string): boolean => /[_/-]|[a-z][A-Z]/.test(word);

/** Strings, and compound property names of object literals. */
const textsOf = (node: ts.Node): readonly string[] => {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return [node.name.text].filter(isCompound);
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    ? [node.text]
    : [];
};

const COMPOUND = new RegExp(`(?<![\\w-])(?:${[...WORDS].filter(isCompound).join('|')})(?![\\w-])`, 'g');

const wordsIn = (source: ts.SourceFile): readonly string[] =>
  nodesOf(source)
    .flatMap(textsOf)
    .flatMap((text) => (WORDS.has(text) ? [text] : (text.match(COMPOUND) ?? [])));

const isExcepted = (file: string, word: string) => (exception: Exception) =>
  exception.files.test(file) && exception.words.includes(word);

/** The first arguments of calls of a function, as they are written. */
const firstArguments = (source: ts.SourceFile, name: string): readonly ts.Expression[] =>
  nodesOf(source).flatMap((node) =>
    ts.isCallExpression(node) && node.expression.getText(source) === name ? node.arguments.slice(0, 1) : [],
  );

/** The scopes that a file passes to the kernel's `change`. */
const changedIn = (source: ts.SourceFile): readonly string[] =>
  /\bchange\b[^}]*\} from '[^']*libs\/kernel\/index\.js'/.test(source.text)
    ? firstArguments(source, 'change').map((scope) => (ts.isStringLiteral(scope) ? scope.text : scope.getText(source)))
    : [];

const MEMORY_RULES: ReadonlySet<string> = new Set(['owners', 'keys', 'scope', 'cleared']);

/** The scopes of changes, and those that evict cached values. */
const scopesIn = (source: ts.SourceFile): readonly string[] => [
  ...changedIn(source),
  ...nodesOf(source).flatMap((node) => {
    if (!ts.isStringLiteral(node)) return [];
    const rule = ts.findAncestor(node, ts.isPropertyAssignment);
    const call = ts.findAncestor(node, ts.isCallExpression)?.expression.getText(source) ?? '';
    return rule && MEMORY_RULES.has(rule.name.getText(source)) && call.endsWith('.cache') ? [node.text] : [];
  }),
];

describe('libs/', () => {
  const found = read('libs/**/*.ts').flatMap((source) =>
    wordsIn(source).map((word) => ({ file: source.fileName, word })),
  );

  it('names no module, resource, table, path, price code, scope or business key', () => {
    const named = found.filter(({ file, word }) => !EXCEPTIONS.some(isExcepted(file, word)));
    expect(named.map(({ file, word }) => `${file}: ${word}`)).toEqual([]);
  });

  it('needs each exception', () => {
    const idle = EXCEPTIONS.flatMap((exception) =>
      exception.words.filter(
        (word) => !found.some((one) => one.word === word && isExcepted(one.file, word)(exception)),
      ),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    ["const a = 'customer_price';", ['customer_price']],
    ["const a = 'SELECT * FROM price_list WHERE id = ?';", ['price_list']],
    ['const a = `commerce/products/${b}`;', ['commerce/products']],
    ["const a = path === 'commerce/products' || room === 'dpp';", ['commerce/products', 'dpp']],
    ["const a = { customerGroup: { name: 'customer_group_code' } };", ['customerGroup', 'customer_group_code']],
    ["const a = 'Requested store is not found';", []],
  ])('is checked for names of modules: %s', (text, words) => {
    expect(wordsIn(parsed('libs/a.ts', text))).toEqual(words);
  });
});

describe('scopes of changes', () => {
  const sources = [...read('src/**/*.ts')].filter(({ fileName }) => !fileName.includes('/migrations/'));
  const named = sources.flatMap((source) => scopesIn(source).map((scope) => ({ file: source.fileName, scope })));

  it('are declared exactly once, by a module', () => {
    expect(SCOPES.filter((scope, index) => SCOPES.indexOf(scope) !== index)).toEqual([]);
    const strange = named.filter(({ scope }) => ![...SCOPES, 'EVERYTHING'].includes(scope));
    expect(strange).toEqual([]);
  });

  it('are each used by a change', () => {
    const written = sources.flatMap(changedIn);
    expect(SCOPES.filter((scope) => !written.includes(scope))).toEqual([]);
  });

  it('are found in changes and in cache rules', () => {
    const rules = "owners: ['b'], keys: 'c', named: { scope: 'd' }, cleared: ({ scope }) => scope === 'e'";
    const text = `import { change } from '../../libs/kernel/index.js'; change('a'); memory.cache<V>({ ${rules} });`;
    expect(scopesIn(parsed('src/a.ts', text)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('price codes', () => {
  it.each(manifests.filter(({ provides = [] }) => provides.some(({ to }) => to === priceSources().to)))(
    'that $name selects are declared by that module',
    (manifest) => {
      const own = codesOf(manifest.provides).map((code) => `'${code}'`);
      const chosen = read(`src/${manifest.name}/domain/*.ts`).flatMap((source) =>
        firstArguments(source, 'choose')
          .filter(ts.isStringLiteral)
          .map((code) => code.getText(source)),
      );
      expect(chosen.length).toBeGreaterThan(0);
      expect(chosen.filter((code) => !own.includes(code))).toEqual([]);
    },
  );
});
