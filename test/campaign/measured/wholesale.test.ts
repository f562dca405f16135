import { kinds, type OwnDatabase, ownDatabase } from '../../bench/database.js';
import { runCommand } from '../../bench/processes.js';
import { BOOK, INVOICES } from '../../bench/questions.js';
import { referenceMs, tell } from './reference.js';

/** Limits for the import of 22,610 rows and the replay of 396,470 lines, as multiples of the reference work. */
const LIMITS = { sqlite: { import: 1_500, replay: 6_000 }, mysql: { import: 3_000, replay: 8_000 } };
const PATIENCE_MS = 1_800_000;

/** A wholesaler's year, loaded and replayed as an operator would do it. */
describe.each(kinds())('the wholesale book on %s', (kind) => {
  let database: OwnDatabase;
  beforeAll(async () => (database = await ownDatabase(kind)));
  afterAll(() => database.drop());

  /** The command's own time, as a multiple of the reference work before and after it. */
  const took = async (...args: readonly string[]): Promise<number> => {
    const before = referenceMs();
    const output = await runCommand(database.settings, ...args);
    const seconds = Number(/([\d.]+) s, [\d,]+ (?:rows|lines)\/s/.exec(output)?.[1]);
    return (1000 * seconds) / Math.max(before, referenceMs());
  };

  it(
    'is imported within the time limit',
    async () => {
      const times = await took('import', BOOK);
      tell(`import on ${kind}, in times of the reference work`, times, LIMITS[kind].import);
      expect(times).toBeLessThan(LIMITS[kind].import);
    },
    PATIENCE_MS,
  );

  it(
    'is replayed within the time limit',
    async () => {
      const times = await took('replay', INVOICES, '--strategy', 'sort_order');
      tell(`replay on ${kind}, in times of the reference work`, times, LIMITS[kind].replay);
      expect(times).toBeLessThan(LIMITS[kind].replay);
    },
    PATIENCE_MS,
  );
});
