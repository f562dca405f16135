import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const fixture = (name: string): string => readFileSync(join(__dirname, '../fixtures/gs1', name), 'utf8');

/** Titles of the tests beside this one that show a statement, by its first words. */
const SHOWN: Readonly<Record<string, string>> = {
  'For primary keys that have key qualifiers': 'SHALL redirect to the default link',
  'SHALL support HTTP 1.1': 'SHALL support GET, HEAD, OPTIONS and CORS',
  'SHALL support CORS': 'SHALL support GET, HEAD, OPTIONS and CORS',
  'SHALL extract and syntactically validate': 'SHALL validate the URI and report errors with 400',
  'SHALL NOT use a 200 OK': 'SHALL NOT answer 200 for what it does not know',
  'SHALL respond to a query parameter of linkType': 'SHALL answer a linkset',
  'If the request GS1 Digital Link URI includes': 'with the links of each level up to the primary key',
  'The URI used as the subject of facts': 'with the links of each level up to the primary key',
  'All links in the linkset SHALL include': "SHALL meet GS1's schema of linksets",
  'All links exposed SHALL include': "SHALL meet GS1's schema of linksets",
  'If a media type is defined': 'as RFC 9264 and the standard write it',
  'Links that are typed gs1:defaultLink': "SHALL meet GS1's schema of linksets",
  'the resolver SHOULD include an HTTP Link header': 'SHOULD name the context that makes JSON-LD of it',
  'The resolver SHALL recognise one available link': 'as RFC 9264 and the standard write it',
  'SHALL recognise one available link': 'as RFC 9264 and the standard write it',
  'The resolver SHALL redirect to the default link': 'SHALL redirect to the default link',
  'SHALL redirect to the default link': 'SHALL redirect to the default link',
  'For any request URI, no matter how granular': 'at a higher level, where the link is more granular',
  'SHALL redirect to the requested type': 'SHALL redirect to the requested type of link',
  'SHALL redirect to the requested linkType': 'SHALL redirect to the requested type of link',
  'SHALL return a 404 Not Found': 'SHALL be 404 where there is none',
  'By default, SHALL pass on': 'SHALL pass on all key=value pairs of the query',
  'SHOULD support use of the Accept-Language': 'links to documents by the types of the GS1 Web Vocabulary',
  'The resolver SHALL provide a resolver description': 'SHALL provide a resolver description file',
  'SHALL provide a resolver description': 'SHALL provide a resolver description file',
  'The list of supported primary identifiers': 'SHALL provide a resolver description file',
  'A context file that can be used': 'SHALL provide a resolver description file',
  'If supporting multiple links per identified item': 'SHALL redirect to the requested type of link',
  'SHOULD tolerate trailing slashes': 'SHOULD tolerate a slash at the end',
  'SHOULD expose link to the linkset': 'SHOULD expose the linkset in a Link header',
};

/** What is left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'SHALL support HTTP Over TLS': 'the proxy in front ends TLS',
  'A resolver SHALL be able to decompress': 'compressed links are retired by GS1 and never printed by Kontor',
  'SHALL be able to decompress': 'compressed links are retired by GS1 and never printed by Kontor',
  'A resolver SHOULD NOT redirect to the equivalent uncompressed': 'no compressed links',
  'It SHALL expose the uncompressed URI': 'no compressed links',
  'If handling a compressed request URI': 'no compressed links',
  'If redirecting to an alternative resolver': 'no compressed links',
  'If supporting redirection based on an MO': 'passports of other companies are redirected nowhere',
};

const statements = ['resolver-statements.txt', 'resolver-statements-1.2.txt'].flatMap((file) =>
  fixture(file)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*-\s*/, '').trim())
    .filter((line) => /\b(?:SHALL|SHOULD|MAY)\b|should redirect/.test(line)),
);
const tests = readFileSync(join(__dirname, 'dpp-resolver.test.ts'), 'utf8');
const startsOf = (all: object): readonly string[] => Object.keys(all);

describe("GS1's statements of a conformant resolver (passports-public.md)", () => {
  it.each(statements)('%s', (statement) => {
    const shown = startsOf(SHOWN).filter((start) => statement.startsWith(start));
    const left = startsOf(LEFT_OUT).filter((start) => statement.startsWith(start));
    expect([statement, shown.length + left.length]).toEqual([statement, 1]);
    for (const start of shown) expect(tests).toContain(SHOWN[start]);
  });

  it('none is told of that is not there', () => {
    const unused = [...startsOf(SHOWN), ...startsOf(LEFT_OUT)].filter(
      (start) => !statements.some((statement) => statement.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});
