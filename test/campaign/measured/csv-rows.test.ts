import { csvRowsIn } from '../../../src/dpp/authoring/adapters/rest/import-rows.js';
import { timesAsLong } from './ratio.js';

const COLUMNS = 1_000;
const ROWS = 200;

const file = (nameOf: (column: number) => string): Buffer => {
  const names = Array.from({ length: COLUMNS }, (_, at) => nameOf(at));
  return Buffer.from(`${names.join(',')}\n${`${names.map(() => 'x').join(',')}\n`.repeat(ROWS)}`);
};

it('reading a thousand members of one CSV column takes about as long as a thousand columns', async () => {
  const [members, columns] = [file((at) => `product_name.a${at}`), file((at) => `column_a_${at}`)];
  // Copying the row for each member took twenty times as long.
  expect(
    await timesAsLong(
      () => csvRowsIn(members),
      () => csvRowsIn(columns),
    ),
  ).toBeLessThan(4);
});
