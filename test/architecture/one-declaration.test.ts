import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const ROOM = join(ROOT, 'src', 'dpp');

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'));

const files = sourcesBelow(ROOM).filter((file) => !file.startsWith('migrations/'));

/** Fields that a passport only stores. A field with behavior is also named in the code of that behavior. */
it.each([
  ['hs_code', 'hsCode'],
  ['image_url', 'imageUrl'],
])('%s is named only in its declaration and in the JSON-LD document', (...names) => {
  const naming = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const found = files.filter((file) => naming.test(readFileSync(join(ROOM, file), 'utf8')));
  // The JSON-LD terms; the labels of the page and the search indexes; the names in files for the EU registry; and
  // GraphQL descriptions that differ from those of REST.
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

it('a module declares the content security policies of its pages only in its manifest', () => {
  const source = join(ROOT, 'src');
  const setting = sourcesBelow(source).filter((file) =>
    /content-security-policy/i.test(readFileSync(join(source, file), 'utf8')),
  );
  // Desk belongs to no module: its policy has a nonce, which is new for each response.
  expect(setting).toEqual(['boot/serve-desk.ts']);
});

it('only recordService creates a RecordService', () => {
  const sources = ['src', 'libs'].flatMap((top) => sourcesBelow(join(ROOT, top)).map((file) => `${top}/${file}`));
  const found = sources.filter((file) => /\bnew RecordService\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual(['libs/manifest/record-service.ts']);
});
