import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** Text by path. */
type Sources = ReadonlyMap<string, string>;

const read = (...patterns: readonly string[]): Sources =>
  new Map(
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.includes('/canaries/'))
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );

const isTest = (file: string): boolean => file.startsWith('test/') || file.endsWith('.test.ts');

const PORT = /^(?:export )?abstract class (\w+)[^{]*\{((?:(?!^\}).*\n)*)/gm;
const DERIVED = /class \w*(?:<[^{]*?>)?\s+(?:extends|implements) ([^{]+)\{/g;
/** A test double without a class. */
const CAST = /\} as (?:unknown as )?(\w+)\b|\bprovide: (\w+),\s+useValue/g;

/** Abstract classes with an abstract method: ports and base classes. */
const portsIn = (sources: Sources): readonly string[] =>
  [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([, text]) => [...text.matchAll(PORT)])
    .filter(([, , body = '']) => /^ {2}(?:protected )?abstract /m.test(body))
    .map(([, name = '']) => name);

/** Ports with only one implementation and no test double. */
const single = (sources: Sources): readonly string[] => {
  const adapters = new Map<string, number>();
  const doubled = new Set<string>();
  for (const [file, text] of sources) {
    const derived = [...text.matchAll(DERIVED)].flatMap(([, of = '']) => of.match(/\w+/g) ?? []);
    if (!isTest(file)) for (const name of derived) adapters.set(name, (adapters.get(name) ?? 0) + 1);
    else
      for (const name of [...derived, ...[...text.matchAll(CAST)].flatMap(([, a, b]) => a ?? b ?? [])])
        doubled.add(name);
  }
  return portsIn(sources).filter((name) => (adapters.get(name) ?? 0) < 2 && !doubled.has(name));
};

/**
 * A port exists for two adapters, for a test double, or because the domain needs the outside world. Few ports have one
 * adapter and no double: one store per aggregate. All methods of a store belong to one port.
 */
const MOST = 40;

describe('ports', () => {
  it(`with one adapter and no test double number at most ${MOST}`, () => {
    const found = single(read('src/**/*.ts', 'libs/**/*.ts', 'test/**/*.ts'));
    expect(found.length > MOST ? found : []).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  const port = 'export abstract class Clocks {\n  abstract now(): Date;\n}\n';
  const adapter = ['src/a/adapters/a.ts', 'export class SystemClocks extends Clocks {}\n'] as const;

  it.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
    ['one adapter', [adapter], ['Clocks']],
    ['two adapters', [adapter, ['src/a/adapters/b.ts', 'class Other extends Clocks {}\n']], []],
    ['a test double that is a class', [adapter, ['test/support/a.ts', 'class Still implements Clocks {}\n']], []],
    [
      'a test double that is an object',
      [adapter, ['src/a/a.test.ts', 'const a = { now } as unknown as Clocks;\n']],
      [],
    ],
  ])('are counted correctly with %s', (_what, files, expected) => {
    expect(single(new Map([['src/a/ports/clocks.ts', port], ...files]))).toEqual(expected);
  });
});

describe('an adapter named Sql… (ADR 36)', () => {
  const SQL = /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?)(?:@Injectable\(\)\s*)?export class (Sql[A-Z]\w*)/g;
  const silent = (text: string): readonly string[] =>
    [...text.matchAll(SQL)]
      .filter(
        ([, comment = '']) => !/plain\s+(?:\*\s+)?SQL\b[^.]*(?::|\bbecause\b|\bfor\b|\b(?:so|to)\b)/i.test(comment),
      )
      .map(([, , name = '']) => name);

  it('states in its comment why it uses plain SQL', () => {
    const sources = [...read('src/**/*.ts', 'libs/**/*.ts')].filter(([file]) => !isTest(file));
    expect(sources.flatMap(([, text]) => [...text.matchAll(SQL)]).length).toBeGreaterThan(20);
    expect(sources.flatMap(([, text]) => silent(text))).toEqual([]);
  });

  it('is reported if its comment gives no reason', () => {
    expect(silent('/** Rows. */\n@Injectable()\nexport class SqlRows extends Rows {}')).toEqual(['SqlRows']);
    expect(silent('/** Rows. Plain SQL: hundreds at once. */\n@Injectable()\nexport class SqlRows {}')).toEqual([]);
    expect(silent('/** Uses plain SQL, because it reads hundreds. */\nexport class SqlRows {}')).toEqual([]);
    expect(silent('/** Uses plain SQL. */\nexport class SqlRows {}')).toEqual(['SqlRows']);
    expect(silent('export class SqlRows {}')).toEqual(['SqlRows']);
  });
});

describe('a file of fewer than 30 lines', () => {
  const SMALL = 30;
  const MAY_BE_SMALL = [
    /\/migrations\//,
    /(?:^|\/)index\.ts$/,
    /\/ports\/|^libs\/kernel\/(?:clock|nonce-store)\.ts$/,
    /\.(?:record|module)\.ts$|\/(?:room|settings)\.ts$/,
  ];
  /** Limit for other files: programs, and code that several layers share. */
  const OTHERS_MOST = 28;

  const smallIn = (sources: Sources): readonly string[] =>
    [...sources]
      .filter(([file, text]) => !isTest(file) && text.split('\n').length - 1 < SMALL)
      .map(([file]) => file)
      .filter((file) => !MAY_BE_SMALL.some((kind) => kind.test(file)));

  it(`is a migration, public interface, port, declaration or module, with at most ${OTHERS_MOST} exceptions`, () => {
    const found = smallIn(read('src/**/*.ts', 'libs/**/*.ts'));
    expect(found.length > OTHERS_MOST ? found : []).toEqual([]);
  });

  it('is reported if it is of no such kind', () => {
    const files = [
      'src/a/domain/a.ts',
      'src/a/ports/a.ts',
      'src/a/index.ts',
      'src/a/a.record.ts',
      'src/a/domain/a.test.ts',
    ];
    expect(smallIn(new Map(files.map((file) => [file, 'export const a = 1;\n'])))).toEqual(['src/a/domain/a.ts']);
  });
});
