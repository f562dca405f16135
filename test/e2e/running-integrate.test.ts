import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';

const PAGE = readFileSync(join(__dirname, '../../docs/integrate.md'), 'utf8');

/** A section of the page: blocks of commands, each with the response that the page shows below it. */
interface Section {
  readonly title: string;
  readonly blocks: readonly { readonly commands: string; readonly answer: unknown }[];
}

const BLOCK = /```sh\n([^`]+)```(?:\n\n(?:[^`#]*\n\n)?```json\n([^`]+)```)?/g;

const sections = (): readonly Section[] =>
  PAGE.split(/^## \d\. /m)
    .slice(1)
    .map((text) => ({
      title: text.split('\n')[0] ?? '',
      blocks: [...text.matchAll(BLOCK)].map(([, commands = '', answer]) => ({
        commands,
        answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
      })),
    }))
    .filter(({ blocks }) => blocks.length > 0);

/** The rights that the page lists for each job. */
const RIGHTS: ReadonlyMap<string, readonly string[]> = new Map(
  [...PAGE.matchAll(/^- ([^:\n]+): ((?:`_\w+::\w+`(?:, )?)+)$/gm)].map(([, job = '', rights = '']) => [
    job,
    [...rights.matchAll(/`(_\w+::\w+)`/g)].map(([, right = '']) => right),
  ]),
);

describe('docs/integrate.md', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await startApp();
    folder = mkdtempSync(join(tmpdir(), 'kontor-integrate-'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (api: string, rights: readonly string[], { blocks }: Section): Promise<readonly string[]> => {
    const token = `export TOKEN=${await app.integrationToken(...rights)} KONTOR=${app.url}/rest/V1`;
    const pasted = [token, api, ...blocks.map(({ commands }) => `${commands}\nprintf '\\0'`)].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', pasted], { cwd: folder, encoding: 'utf8' });
    return stdout.split('\0').slice(0, -1);
  };

  it('has commands that need exactly the listed rights and return the printed responses', async () => {
    const [start, ...others] = sections();
    const [first] = start?.blocks ?? [];
    const created = [...(first?.commands.matchAll(/--resource ([\w:]+)/g) ?? [])].map(([, right = '']) => right);
    expect(created.toSorted()).toEqual([...new Set([...RIGHTS.values()].flat())].toSorted());
    expect(others.map(({ title }) => title)).toEqual([...RIGHTS.keys()]);
    const api = /^api\(\).*$/m.exec(first?.commands ?? '')?.[0] ?? '';
    const counting = api.replace('{ ', '{ echo >> calls; ');
    for (const section of others) {
      const rights = RIGHTS.get(section.title) ?? [];
      const printed = await run(counting, rights, section);
      for (const [index, { answer, commands }] of section.blocks.entries()) {
        const text = printed[index] ?? '';
        expect([commands, text]).toEqual([commands, expect.not.stringMatching(/"message":"(?!Invalid value)/)]);
        if (answer !== undefined) expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toEqual(answer);
      }
      for (const right of rights) {
        const denied = await run(
          api,
          rights.filter((other) => other !== right),
          section,
        );
        expect([right, denied.join('')]).toEqual([right, expect.stringContaining("isn't authorized")]);
      }
    }
    expect(PAGE).toContain(` ${readFileSync(join(folder, 'calls'), 'utf8').length} calls`);
  });
});
