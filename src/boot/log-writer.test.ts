import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogWriter } from './log-writer.js';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Lines go to a real file; only the failures of disks and pipes are imitated. */
describe('log lines', () => {
  let folder: string;
  let fd: number;
  let recovered: number[];
  let writer: LogWriter;

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'kontor-log-'));
    fd = fs.openSync(join(folder, 'log'), 'w+');
    recovered = [];
    writer = new LogWriter(fd, (dropped) => void recovered.push(dropped));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    fs.closeSync(fd);
    fs.rmSync(folder, { recursive: true });
  });

  const written = (): string => fs.readFileSync(join(folder, 'log'), 'utf8');
  /** The next write fails with this code, or writes only this many bytes. */
  const next = (outcome: string | number): void => {
    const real = fs.write.bind(fs);
    jest.spyOn(fs, 'write').mockImplementationOnce(((at: number, bytes: Buffer, done: (...all: unknown[]) => void) => {
      if (typeof outcome === 'string') setImmediate(() => done(failing(outcome)));
      else real(at, bytes.subarray(0, outcome), done);
    }) as never);
  };

  it('are written together, in their order', async () => {
    writer.write('one\n');
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe('one\ntwo\n');
    expect(recovered).toEqual([]);
  });

  it('are written at once if they are long', async () => {
    writer.write(`${'x'.repeat(70_000)}\n`);
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe(`${'x'.repeat(70_000)}\ntwo\n`);
  });

  it('wait for a slow reader', async () => {
    next('EAGAIN');
    writer.write('one\n');
    await writer.end();
    expect(written()).toBe('one\n');
    expect(recovered).toEqual([]);
  });

  it('go on where a write has stopped', async () => {
    next(2);
    writer.write('one\n');
    await writer.end();
    expect(written()).toBe('one\n');
  });

  it('are dropped on a full disk, and their number is told once lines can be written again', async () => {
    next('ENOSPC');
    writer.write('one\ntwo\n');
    writer.write(`${'x'.repeat(70_000)}\n`);
    writer.write('four\n');
    await writer.end();
    expect(written()).toBe('four\n');
    expect(recovered).toEqual([3]);
  });

  it('begin on a line of their own after half a line', async () => {
    next(2);
    writer.write(`${'x'.repeat(70_000)}\n`);
    next('ENOSPC');
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe('xx\ntwo\n');
  });

  it('are dropped after the end, and while more than a megabyte waits', async () => {
    next('EAGAIN');
    writer.write(`${'x'.repeat(70_000)}\n`);
    writer.write(`${'y'.repeat(1_040_000)}\n`);
    writer.write(`${'z'.repeat(10_000)}\n`);
    const end = writer.end();
    writer.write('late\n');
    await end;
    expect(written()).toBe(`${'x'.repeat(70_000)}\n${'y'.repeat(1_040_000)}\n`);
    expect(recovered).toEqual([2]);
  });

  it('that still wait are written at the exit of the process', async () => {
    writer.write('one\n');
    writer.writeNow();
    expect(written()).toBe('one\n');
    const slow = jest.spyOn(fs, 'writeSync').mockImplementationOnce(() => {
      throw failing('EBUSY');
    });
    writer.writeNow();
    expect(slow).toHaveBeenCalledTimes(2);
    slow.mockImplementationOnce(() => {
      throw failing('ENOSPC');
    });
    writer.writeNow();
    expect(slow).toHaveBeenCalledTimes(3);
    await writer.end();
  });
});
