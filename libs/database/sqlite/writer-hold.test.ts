import { inOperation } from '../../kernel/index.js';
import { Resources } from '../../records/index.js';
import { SqliteConnections } from './sqlite-connections.js';
import { WriterHold } from './writer-hold.js';

/** Longer than the limit above which a hold is reported. */
const LONG_MS = 220;

describe('the hold time of the SQLite writer', () => {
  const held: string[] = [];
  const hold = new WriterHold((operation, ms) => held.push(`${operation} ${ms >= 200}`));

  let nowMs = 0;
  /** Work that takes `ms` on the mocked clock. */
  const lasting = async (ms: number): Promise<void> => void (nowMs += ms);

  beforeEach(() => {
    held.length = 0;
    hold.forget();
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is reported with its operation if it is long, even after a failure', async () => {
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

  it('is not reported if it is short, but kept as the longest', async () => {
    await inOperation('quick', () => hold.measured(() => lasting(5)));
    expect(held).toEqual([]);
    expect(hold.longest).toEqual({ operation: 'quick', ms: 5 });
  });

  it('is measured for each write transaction', async () => {
    const connections = await SqliteConnections.open(undefined, { resources: new Resources([]) }, 1000);
    try {
      await inOperation('a write', () => connections.write(() => lasting(30)));
      expect(connections.hold.longest).toEqual({ operation: 'a write', ms: 30 });
    } finally {
      await connections.close();
    }
  });
});
