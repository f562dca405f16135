import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const SOURCES = [
  'README.md',
  'CHANGELOG.md',
  ...['docs', 'libs', 'scripts', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(md|ts|mjs|cjs)$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  ),
];
const PAGES = SOURCES.filter((file) => file.endsWith('.md'));
const TESTS = SOURCES.filter((file) => /^(src|libs|test)\/.*\.test\.ts$/.test(file));

/** Headings of a page, without backticks. */
const headingsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''));

/** The anchor that Markdown sites generate for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

interface Cited {
  readonly where: string;
  readonly page: string;
  readonly part: string;
}

/** `[page](page.md), "Heading"` in pages, `(page.md §1, "Heading")` in code; the page may be followed by its number alone. */
const citationsOf = (file: string): readonly Cited[] => {
  // A citation may begin on one line and end on the next.
  const text = textOf(file)
    .replace(/\n\s*(?:\*|\/\/)? ?/g, ' ')
    .replace(/[`\\]/g, '');
  return (
    [...text.matchAll(/([\w-]+)\.md\)?(?: §?(\d+))?(?:,? "([^"]+)")?/g)]
      // Another test reports unknown names.
      .filter(([, name = '']) => existsSync(join(ROOT, 'docs', `${name}.md`)))
      .flatMap(([all, name = '', number, heading]) =>
        [heading, number === undefined ? undefined : `${number}. `]
          .filter((part) => part !== undefined)
          .map((part) => ({ where: `${file}: ${all}`, page: `docs/${name}.md`, part })),
      )
  );
};

/** Pages that the code may cite, by file name. */
const CITABLE = new Set(
  PAGES.filter((page) => /^(?:docs\/(?:adr\/)?)?[^/]+$/.test(page)).map((page) =>
    page.slice(page.lastIndexOf('/') + 1),
  ),
);
/** Names that occur only in examples. */
const EXAMPLES: ReadonlySet<string> = new Set(['page.md']);

/** The titles of each describe, it and test in a file. */
const rulesOf = (file: string): readonly string[] => {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (title && ts.isCallExpression(node) && /^(describe|it|test)/.test(node.expression.getText(source)))
      if (ts.isStringLiteralLike(title)) found.push(title.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** The third column of the tables of security.md: `file`: "rule", "rule"; `file` … */
const SECURITY = textOf('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat |'))
  .map((line) => line.split(' | '));
const NAMED = SECURITY.flatMap(([threat = '', , cell = '']) =>
  cell
    .replace(/ \|$/, '')
    .split('; ')
    .map((named) => ({ threat: threat.slice(2), named })),
);
const SHAPE = /^`([\w/.-]+)`(?:: ("[^"]+"(?:, "[^"]+")*))?$/;

describe('documentation pages', () => {
  it('link only to existing files and headings', () => {
    const dead = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
        const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
        if (!existsSync(join(ROOT, target))) return [`${page}: ${link}`];
        const isThere = anchor === undefined || headingsOf(target).some((heading) => anchorOf(heading) === anchor);
        return isThere ? [] : [`${page}: ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('contain every heading that pages and code cite', () => {
    const cited = SOURCES.flatMap(citationsOf);
    expect(cited.length).toBeGreaterThan(100);
    const missing = cited.filter(({ page, part }) => !headingsOf(page).some((heading) => heading.includes(part)));
    expect(missing.map(({ where }) => where)).toEqual([]);
  });

  it('include every page that the code cites', () => {
    const code = SOURCES.filter((file) => /^(src|libs|test)\/.*\.ts$/.test(file));
    const named = code.flatMap((file) =>
      [...textOf(file).matchAll(/[\w-]+\.md\b/g)].map(([name]) => ({ where: `${file}: ${name}`, name })),
    );
    expect(named.length).toBeGreaterThan(300);
    const unknown = named.filter(({ name }) => !CITABLE.has(name) && !EXAMPLES.has(name));
    expect(unknown.map(({ where }) => where)).toEqual([]);
  });

  it('are each linked from the README or another page', () => {
    const linked = new Set(
      PAGES.flatMap((page) =>
        [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(page), path)),
      ),
    );
    // Decision records are linked as a folder.
    const lonely = PAGES.filter(
      (page) => page.startsWith('docs/') && !page.startsWith('docs/adr/') && !linked.has(page),
    );
    expect(lonely).toEqual([]);
  });
});

describe('docs/security.md', () => {
  it('names tests in a uniform format', () => {
    expect(NAMED.length).toBeGreaterThan(80);
    expect(NAMED.filter(({ named }) => !SHAPE.test(named))).toEqual([]);
    expect(SECURITY.filter((cells) => cells.length !== 3)).toEqual([]);
  });

  it('covers the OWASP API Security Top 10 (2023) in order', () => {
    const named = SECURITY.flatMap(([threat = '']) => /^\| (API\d+:2023) [A-Z]/.exec(threat)?.[1] ?? []);
    expect(named).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}:2023`));
  });

  it('lists each threat once', () => {
    const threats = SECURITY.map(([threat]) => threat);
    expect(threats.filter((threat, index) => threats.indexOf(threat) !== index)).toEqual([]);
  });

  it('names existing, unambiguous test files and titles that they contain', () => {
    const absent = NAMED.flatMap(({ named }) => {
      const [, path = '', quoted = ''] = SHAPE.exec(named) ?? [];
      const [file, another] = TESTS.filter((test) => `/${test}`.endsWith(`/${path}.test.ts`));
      if (file === undefined || another !== undefined) return [`${path}: ${file === undefined ? 'none' : 'several'}`];
      const rules = rulesOf(file);
      return [...quoted.matchAll(/"([^"]+)"/g)]
        .map(([, words = '']) => words)
        .filter((words) => !rules.some((rule) => rule.includes(words)))
        .map((words) => `${path}: "${words}"`);
    });
    expect(absent).toEqual([]);
  });
});
