import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const ROOT = join(__dirname, '..', '..');

/** A command of the README, and the answer that the README shows below it. */
interface Example {
  readonly command: string;
  readonly answer: unknown;
}

/** The examples of "Try it", in their order. */
const examplesIn = (readme: string): readonly Example[] =>
  [...readme.matchAll(/```sh\n([^`]+)```\n\n```json\n([^`]+)```/g)].map(([, command = '', answer = '']) => ({
    command,
    answer: JSON.parse(answer) as unknown,
  }));

describe('README.md', () => {
  let home: string;
  let quickstart: ChildProcess;
  let output = '';
  let port: number;

  beforeAll(async () => {
    mkdirSync(join(ROOT, 'var'), { recursive: true });
    home = mkdtempSync(join(ROOT, 'var', 'readme-'));
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    for (const file of files) if (file && !file.startsWith('test/')) cpSync(join(ROOT, file), join(home, file));
    // Hard links, so that quickstart cannot change the packages of this run by installing others.
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(home, 'node_modules')]);
    port = await freePort();
    const { PATH = '' } = process.env;
    quickstart = spawn('npm', ['run', 'quickstart'], {
      cwd: home,
      detached: true,
      env: { HOME: home, PORT: String(port), PATH: `${dirname(process.execPath)}:${PATH}` },
    });
    for (const stream of [quickstart.stdout, quickstart.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    await until(() => output.includes('Press Ctrl-C') || quickstart.exitCode !== null);
    if (quickstart.exitCode !== null) throw new Error(output);
  });
  afterAll(async () => {
    // Ctrl-C on a terminal reaches every process of the command.
    if (quickstart.pid !== undefined) process.kill(-quickstart.pid, 'SIGINT');
    await until(() => quickstart.exitCode !== null || quickstart.signalCode !== null);
    rmSync(home, { recursive: true });
  });

  it('contains commands that, pasted in order, return the responses printed below them', () => {
    const examples = examplesIn(readFileSync(join(ROOT, 'README.md'), 'utf8'));
    expect(examples).toHaveLength(3);
    const printed = output.match(/^export (?:ADMIN|CUSTOMER)=\S+$/gm) ?? [];
    expect(printed).toHaveLength(2);
    const pasted = [...printed, ...examples.map(({ command }) => `${command}\nprintf '\\0'`)].join('\n');
    const terminal = execFileSync('bash', ['-e', '-c', pasted.replaceAll('localhost:3000', `localhost:${port}`)]);
    const answers = terminal
      .toString()
      .split('\0')
      .slice(0, -1)
      .map((text) => JSON.parse(text.replaceAll(`localhost:${port}`, 'localhost:3000')) as unknown);
    const withoutUuid = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, 'uuid')) as unknown;
    expect(answers.map(withoutUuid)).toEqual(examples.map(({ answer }) => withoutUuid(answer)));
  });
});
