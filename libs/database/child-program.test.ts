import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProgram } from './child-program.js';
import { CHILD_STARTS } from '../kernel/index.js';

describe('a child process (operations.md, "Health")', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'child-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => CHILD_STARTS.succeeded('test'));

  const program = (source: string): string => {
    const file = join(folder, `program-${String(source.length)}.cjs`);
    writeFileSync(file, source);
    return file;
  };
  const start = (source: string) => {
    const heard = new EventEmitter();
    const ends: unknown[] = [];
    const child = new ChildProgram<string, string>({
      kind: 'test',
      file: program(source),
      flags: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      onMessage: (message) => heard.emit('message', message),
      onEnd: (code, signal) => ends.push([code, signal]),
    });
    child.hold();
    return { child, ends, next: async () => (await once(heard, 'message')) as unknown[] };
  };
  const ECHO = "process.on('message', (m) => process.send(m + '!')); process.send('ready');";

  it('exchanges messages, and reports its end once when killed', async () => {
    const { child, ends, next } = start(ECHO);
    expect(await next()).toEqual(['ready']);
    const answer = next();
    child.tell('hello');
    expect(await answer).toEqual(['hello!']);
    child.kill();
    expect(await child.exited).toBeNull();
    expect(ends).toEqual([[null, 'SIGKILL']]);
  });

  it('counts as a failed start if it exits before its first message without being killed', async () => {
    for (let times = 0; times < 2; times += 1) expect(await start('process.exit(3);').child.exited).toBe(3);
    expect(CHILD_STARTS.failing).toContain('test');
    const { child, next } = start(ECHO);
    await next();
    expect(CHILD_STARTS.failing).not.toContain('test');
    child.kill();
    await child.exited;
    for (let times = 0; times < 2; times += 1) {
      const { child: waiting } = start('setInterval(() => undefined, 1000);');
      waiting.kill();
      await waiting.exited;
    }
    expect(CHILD_STARTS.failing).not.toContain('test');
  });

  it('passes an error to the callback of a message it cannot receive', async () => {
    const { child } = start('process.exit(0);');
    await child.exited;
    const error = await new Promise<Error>((resolve) => child.tell('late', resolve));
    expect(error.message).toMatch(/channel/i);
  });
});
