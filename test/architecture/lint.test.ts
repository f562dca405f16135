import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

type Case = readonly [refusal: string | undefined, file: string, code: string];

const runs = 'no-restricted-syntax: A test runs';
const circle = 'no-restricted-syntax: Two modules';
const suffix = 'no-restricted-syntax: A relative import';
const environment = 'no-restricted-syntax: src/config/environment.ts';
const outbound = 'no-restricted-syntax: Requests to other servers';
const clock = 'no-restricted-syntax: Time is';
const transaction = 'no-restricted-syntax: Inside our transactions';

const cases: readonly Case[] = [
  [runs, 'test/e2e/a.test.ts', "it.only('a', () => {});"],
  [runs, 'src/commerce/domain/a.test.ts', "describe.skip('a', () => {});"],
  [runs, 'test/e2e/a.test.ts', "xit('a', () => {});"],
  [undefined, 'test/e2e/a.test.ts', "it('a', () => {});"],
  [circle, 'src/commerce/commerce.module.ts', 'export const a: unknown = forwardRef(() => undefined);'],
  [suffix, 'src/commerce/domain/a.ts', "export * from './b';"],
  [suffix, 'src/commerce/domain/a.ts', "import type { B } from '../b';\nexport type A = B;"],
  [undefined, 'src/commerce/domain/a.ts', "export * from './b.js';"],
  [undefined, 'src/commerce/domain/a.ts', "export * from 'decimal.js';"],
  [environment, 'src/main.ts', 'export const port = process.env.PORT;'],
  [environment, 'src/main.ts', "export const port = process['env'].PORT;"],
  [environment, 'src/main.ts', 'export const { env } = process;'],
  [environment, 'libs/database/a.ts', "export const a = process.env['A'];"],
  [environment, 'libs/kernel/a.ts', "import { env } from 'node:process';\nexport const a = env;"],
  [undefined, 'src/config/environment.ts', 'export const port = process.env.PORT;'],
  [undefined, 'test/e2e/a.test.ts', 'export const url = process.env.TEST_MYSQL_URL;'],
  [outbound, 'src/access/adapters/jwt/a.ts', "export const a = fetch('https://a.example');"],
  [outbound, 'src/webhooks/adapters/http/a.ts', "export { request as a } from 'node:https';"],
  [outbound, 'libs/web/a.ts', "import { get } from 'http';\nexport const a = get;"],
  [outbound, 'libs/database/a.ts', "import { request as a } from 'node:http';\nexport const b = a;"],
  [undefined, 'libs/outbound/a.ts', "import { request } from 'node:https';\nexport const a = request;"],
  [undefined, 'libs/web/a.ts', "import { createServer } from 'node:http';\nexport const a = createServer;"],
  [clock, 'src/commerce/domain/a.ts', 'export const now = new Date();'],
  [clock, 'src/commerce/application/a.ts', 'export const now = Date.now();'],
  [clock, 'libs/pricing/a.ts', 'export const now = new Date();'],
  [undefined, 'src/commerce/domain/a.ts', "export const day = new Date('2011-01-01');"],
  [undefined, 'libs/kernel/clock.ts', 'export const now = new Date();'],
  [transaction, 'libs/database/a.ts', 'export const a = (rows: Rows) => rows.save({});'],
  [transaction, 'src/commerce/adapters/typeorm/a.ts', 'export const a = (rows: Rows) => rows.remove({});'],
  [transaction, 'libs/database/a.ts', 'export const a = (source: Source) => source.manager.transaction();'],
  [undefined, 'libs/database/a.ts', 'export const a = (rows: Rows) => rows.save({}, { transaction: false });'],
  ['@typescript-eslint/no-explicit-any', 'src/commerce/domain/a.ts', 'export const a: any = 1;'],
  ['no-console', 'src/commerce/adapters/rest/a.ts', "console.log('a');"],
];

describe('lint', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'lint.mjs')], {
    input: JSON.stringify(cases.map(([, file, code]) => ({ file, code: `${code}\n` }))),
    cwd: join(__dirname, '..', '..'),
    encoding: 'utf8',
  });
  const answers: readonly string[][] = JSON.parse(stdout || JSON.stringify([[stderr]]));

  it.each(cases.map((one, index) => [...one, index] as const))(
    'reports %s in %s: %s',
    (refusal, _file, _code, index) => {
      const relevant = answers[index]?.filter((message) => !message.includes('no-undef'));
      expect(relevant).toEqual(refusal === undefined ? [] : [expect.stringMatching(`^${refusal}`)]);
    },
  );
});
