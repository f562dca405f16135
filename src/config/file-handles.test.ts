import { connectionsFor, mustOpenFiles } from './file-handles.js';

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
