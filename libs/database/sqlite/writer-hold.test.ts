import { inOperation } from '../../kernel/index.js';
import { Resources } from '../../records/index.js';
import { SqliteConnections } from './sqlite-connections.js';
import { WriterHold } from './writer-hold.js';

/** Longer than may be. */
const LONG_MS = 220;

describe('how long the one writer of SQLite is held', () => {
  const held: string[] = [];
  const hold = new WriterHold((operation, ms) => held.push(`${operation} ${ms >= 200}`));

  let nowMs = 0;
  /** Work that lasts so long by the clock that holds are measured by. */
  const lasting = async (ms: number): Promise<void> => void (nowMs += ms);

  beforeEach(() => {
    held.length = 0;
    hold.forget();
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is told with the operation when it was long, whether it ended well or not', async () => {
    await inOperation('POST /rest/V1/slow', () => hold.measured(() => lasting(LONG_MS)));
    const failing = inOperation('a failing one', () =>
      hold.measured(async () => {
        await lasting(LONG_MS);
        throw new Error('in the middle');
      }),
    );
    await expect(failing).rejects.toThrow('in the middle');
    expect(held).toEqual(['POST /rest/V1/slow true', 'a failing one true']);
    expect(hold.longest?.ms).toBe(LONG_MS);
  });

  it('isn’t told when it was short, but remembered as the longest', async () => {
    await inOperation('quick', () => hold.measured(() => lasting(5)));
    expect(held).toEqual([]);
    expect(hold.longest).toEqual({ operation: 'quick', ms: 5 });
  });

  it('is measured around each write transaction', async () => {
    const connections = await SqliteConnections.open(undefined, new Resources([]), 1000);
    try {
      await inOperation('a write', () => connections.write(() => lasting(30)));
      expect(connections.hold.longest).toEqual({ operation: 'a write', ms: 30 });
    } finally {
      await connections.close();
    }
  });
});
