import { containerMemory, maxChildProcesses, cachedBytes, connectionsFor, mustOpenFiles } from './machine-limits.js';

const MIB = 1024 * 1024;

describe('cachedBytes (operations.md, "Memory")', () => {
  it.each([
    ['the setting, if nothing limits the process', 64, undefined, 64],
    ['the setting, in a container that is large enough', 64, 1024 * MIB, 64],
    ['a sixteenth of the memory of a small container', 64, 256 * MIB, 16],
    ['the setting, if it is less than that sixteenth', 8, 256 * MIB, 8],
    ['0, if the setting is 0', 0, 256 * MIB, 0],
  ])('returns %s', (_name, setting, limit, expected) => {
    expect(cachedBytes(setting, limit)).toBe(expected * MIB);
  });
});

describe('maxChildProcesses (operations.md, "Reading processes")', () => {
  it.each([
    ['the setting, if nothing limits the process', 3, undefined, 3],
    ['the setting, in a container of 512 MiB', 3, 512 * MIB, 3],
    ['1 in a smaller container', 3, 511 * MIB, 1],
    ['0, if the setting is 0', 0, 256 * MIB, 0],
  ])('returns %s', (_name, setting, limit, expected) => {
    expect(maxChildProcesses(setting, limit)).toBe(expected);
  });
});

describe('containerMemory', () => {
  it.each([
    ['returns the limit that the system reports', 256 * MIB, 256 * MIB],
    ['returns undefined if the system reports no limit', 0, undefined],
    ['returns undefined if the limit exceeds the memory of the machine', 9_223_372_036_854_771_712, undefined],
  ])('%s', (_name, limit, expected) => {
    expect(containerMemory(limit, 8192 * MIB)).toBe(expected);
  });
});

describe('the limit of open files', () => {
  it('reduces the number of connections if it is too low for MAX_CONNECTIONS', () => {
    expect(connectionsFor(2000, 1_048_576)).toBe(2000);
    expect(connectionsFor(2000, 2300)).toBe(2000);
    expect(connectionsFor(2000, 1024)).toBe(724);
    expect(connectionsFor(8, 512)).toBe(8);
  });

  it('prevents a start below 512 open files', () => {
    expect(() => mustOpenFiles(512)).not.toThrow();
    expect(() => mustOpenFiles(511)).toThrow(
      'This process may open only 511 files. Raise the limit (ulimit -n) to at least 512.',
    );
  });

  it('never allows more connections than MAX_CONNECTIONS', () => {
    expect(connectionsFor(2000, undefined)).toBeLessThanOrEqual(2000);
  });
});
