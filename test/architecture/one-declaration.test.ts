import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const ROOM = join(ROOT, 'src', 'dpp');

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'));

const files = sourcesBelow(ROOM).filter((file) => !file.startsWith('migrations/'));

/** Fields that a passport only carries: a field that does something is named where it does it, too. */
it.each([
  ['hs_code', 'hsCode'],
  ['image_url', 'imageUrl'],
])('%s is named where it is declared, and what JSON-LD calls it beside', (...names) => {
  const naming = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const found = files.filter((file) => naming.test(readFileSync(join(ROOM, file), 'utf8')));
  // The words of JSON-LD alone, beside the document that is made of them; the labels of the page and the search indexes;
  // the names in files for the EU registry; and what GraphQL describes otherwise than REST.
  const others = [
    'passport/domain/public-fields.ts',
    'passport/domain/passport-terms.ts',
    'public/adapters/graphql/passport.type.ts',
    'registry/domain/request.ts',
  ];
  expect(found.filter((file) => !others.includes(file)).toSorted()).toEqual([
    'passport/domain/passport-jsonld.ts',
    'passport/domain/passport.ts',
  ]);
});

it('a module declares the policies of its pages in its manifest only', () => {
  const source = join(ROOT, 'src');
  const setting = sourcesBelow(source).filter((file) =>
    /content-security-policy/i.test(readFileSync(join(source, file), 'utf8')),
  );
  // Desk belongs to no module: its policy has a nonce, which is new for each answer.
  expect(setting).toEqual(['boot/serve-desk.ts']);
});

it('a record service is made by recordService alone', () => {
  const sources = ['src', 'libs'].flatMap((top) => sourcesBelow(join(ROOT, top)).map((file) => `${top}/${file}`));
  const found = sources.filter((file) => /\bnew RecordService\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual(['libs/manifest/record-service.ts']);
});
