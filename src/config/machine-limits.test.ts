import { containerMemory, maxChildProcesses, cachedBytes, connectionsFor, mustOpenFiles } from './machine-limits.js';

const MIB = 1024 * 1024;

describe('the memory of prices (operations.md, "Memory")', () => {
  it.each([
    ['as set, where nothing limits the process', 64, undefined, 64],
    ['as set, in a container that is large enough', 64, 1024 * MIB, 64],
    ['a sixteenth of a small container', 64, 256 * MIB, 16],
    ['less, if less is set', 8, 256 * MIB, 8],
    ['nothing, if it is switched off', 0, 256 * MIB, 0],
  ])('is %s', (_name, setting, limit, expected) => {
    expect(cachedBytes(setting, limit)).toBe(expected * MIB);
  });
});

describe('processes beside the server (operations.md, "Reading processes")', () => {
  it.each([
    ['as many as set, where nothing limits the process', 3, undefined, 3],
    ['as many as set, in a container of 512 MiB', 3, 512 * MIB, 3],
    ['one of a kind in a smaller one', 3, 511 * MIB, 1],
    ['none, if none are set', 0, 256 * MIB, 0],
  ])('are %s', (_name, setting, limit, expected) => {
    expect(maxChildProcesses(setting, limit)).toBe(expected);
  });
});

describe('the limit of a container', () => {
  it.each([
    ['is what the system says', 256 * MIB, 256 * MIB],
    ['is none where nothing is told', 0, undefined],
    ['is none where more is told than the machine has', 9_223_372_036_854_771_712, undefined],
  ])('%s', (_name, limit, expected) => {
    expect(containerMemory(limit, 8192 * MIB)).toBe(expected);
  });
});

describe('the file handles of a server', () => {
  it('are enough for MAX_CONNECTIONS, or fewer connections are accepted', () => {
    expect(connectionsFor(2000, 1_048_576)).toBe(2000);
    expect(connectionsFor(2000, 2300)).toBe(2000);
    expect(connectionsFor(2000, 1024)).toBe(724);
    expect(connectionsFor(8, 512)).toBe(8);
  });

  it('refuse a start that could not open its own files', () => {
    expect(() => mustOpenFiles(512)).not.toThrow();
    expect(() => mustOpenFiles(511)).toThrow(
      'This process may open only 511 files. Raise the limit (ulimit -n) to at least 512.',
    );
  });

  it('are not limited where the system does not tell', () => {
    expect(connectionsFor(2000, undefined)).toBeLessThanOrEqual(2000);
  });
});
