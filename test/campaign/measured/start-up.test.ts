import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_ISOLATE, imageFlags, readOnly } from '../../support/container.js';
import { ImageServer, SERVER_SETTINGS } from '../../support/image-server.js';
import { referenceMs, tell } from './reference.js';

const ROOT = join(__dirname, '..', '..', '..');
/**
 * Time from the start of the command to the first 200 of /health/ready, as a multiple of the reference work: two
 * seconds on an idle machine.
 */
const READY = 200;
/** Processor time of a start, as a multiple of Node's own start. */
const WORK = 70;
const STARTS = 3;

/** Processor time of a process so far, in clock ticks of the system. */
const ticksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

/** Processor time of Node without a program, in clock ticks: the median of several runs. */
const bareTicks = (): number => {
  const program = 'const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system))';
  const micros = Array.from({ length: 9 }, () =>
    Number(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })),
  );
  return (micros.toSorted((one, other) => one - other)[4] ?? 0) / 10_000;
};

if (!CAN_ISOLATE) {
  it('the image is not tested where namespaces are unavailable', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a server of the image', () => {
    let app: string;

    beforeAll(() => {
      if (process.env['TEST_BUILT'] !== '1') execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
      app = mkdtempSync(join(tmpdir(), 'kontor-image-'));
      execFileSync(process.execPath, [join(ROOT, 'scripts', 'image-tree.mjs'), app]);
      chmodSync(app, 0o755);
      mkdirSync(join(app, 'var'));
    }, 600_000);
    afterAll(() => rmSync(app, { recursive: true }));

    const started = (): Promise<ImageServer> =>
      ImageServer.start({
        command: [
          ...readOnly(join(app, 'dist', 'src', 'main.js')),
          process.execPath,
          ...imageFlags(),
          'dist/src/main.js',
        ],
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...SERVER_SETTINGS },
        cwd: app,
      });

    it('is ready within two seconds of its start', async () => {
      // The first start runs the migrations.
      await (await started()).signal('SIGTERM');
      const [ready, worked]: [number[], number[]] = [[], []];
      for (let start = 0; start < STARTS; start += 1) {
        const reference = referenceMs();
        const server = await started();
        ready.push(server.readyMs / Math.max(reference, referenceMs()));
        worked.push(ticksOf(server.pid));
        await server.signal('SIGTERM');
      }
      const work = Math.min(...worked) / bareTicks();
      tell('time until it is ready, in times of the reference work', Math.min(...ready), READY);
      tell('processor time of a start, in times of Node alone', work, WORK);
      expect(Math.min(...ready)).toBeLessThan(READY);
      expect(work).toBeLessThan(WORK);
    }, 300_000);
  });
}
