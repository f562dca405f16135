import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogWriter } from './log-writer.js';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Lines go to a real file; only the failures of disks and pipes are simulated. */
describe('LogWriter', () => {
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

  it('writes lines in order', async () => {
    writer.write('one\n');
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe('one\ntwo\n');
    expect(recovered).toEqual([]);
  });

  it('writes a long line at once', async () => {
    writer.write(`${'x'.repeat(70_000)}\n`);
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe(`${'x'.repeat(70_000)}\ntwo\n`);
  });

  it('retries when the reader is slow (EAGAIN)', async () => {
    next('EAGAIN');
    writer.write('one\n');
    await writer.end();
    expect(written()).toBe('one\n');
    expect(recovered).toEqual([]);
  });

  it('continues after a partial write', async () => {
    next(2);
    writer.write('one\n');
    await writer.end();
    expect(written()).toBe('one\n');
  });

  it('drops lines on a full disk and reports their number once it can write again', async () => {
    next('ENOSPC');
    writer.write('one\ntwo\n');
    writer.write(`${'x'.repeat(70_000)}\n`);
    writer.write('four\n');
    await writer.end();
    expect(written()).toBe('four\n');
    expect(recovered).toEqual([3]);
  });

  it('starts a new line after a partly written one', async () => {
    next(2);
    writer.write(`${'x'.repeat(70_000)}\n`);
    next('ENOSPC');
    writer.write('two\n');
    await writer.end();
    expect(written()).toBe('xx\ntwo\n');
  });

  it('drops lines after end() and while more than 1 MB waits', async () => {
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

  it('writes waiting lines synchronously when the process exits', async () => {
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
