import fc from 'fast-check';
import type { Manufacturer, Party, PassportContent } from '../../passport/domain/index.js';
import { aContent } from '../../../../test/support/passport-content.js';
import { readInBothWays, writtenBothWays } from './written-twice.js';

const maker = (name: string, parts: Partial<Manufacturer> = {}): Manufacturer => ({
  name,
  operatorId: 'X1',
  idScheme: null,
  address: null,
  country: null,
  url: null,
  email: null,
  ...parts,
});
const party = (role: Party['role'], name: string, parts: Partial<Party> = {}): Party => ({
  role,
  name,
  ids: [],
  address: null,
  country: null,
  email: null,
  url: null,
  since: null,
  ...parts,
});
const MAKER = party('manufacturer', 'M', {
  ids: [
    { scheme: null, value: 'X1' },
    { scheme: 'vat', value: 'DE12' },
  ],
});
const IMPORTER = party('importer', 'I');

type Twice = Pick<PassportContent, 'manufacturer' | 'parties' | 'predecessorId' | 'predecessors'>;
const before: Twice = {
  manufacturer: maker('M'),
  parties: [IMPORTER, MAKER],
  predecessorId: 7,
  predecessors: ['https://a.example/1', '7', '8'],
};

describe('writtenBothWays for manufacturer and parties', () => {
  it.each<[string, Partial<Twice>, Partial<Twice>]>([
    ['nothing', {}, {}],
    [
      'the manufacturer alone, keeping its further identifiers',
      { manufacturer: maker('N') },
      {
        manufacturer: maker('N'),
        parties: [IMPORTER, { ...MAKER, name: 'N' }],
      },
    ],
    ['the manufacturer to null', { manufacturer: null }, { manufacturer: null, parties: [IMPORTER] }],
    ['the parties alone', { parties: [MAKER] }, { manufacturer: maker('M'), parties: [MAKER] }],
    ['the parties to an empty list', { parties: [] }, { manufacturer: null, parties: [] }],
    [
      'the manufacturer, with the parties as read',
      { manufacturer: maker('N'), parties: before.parties },
      { manufacturer: maker('N'), parties: [IMPORTER, { ...MAKER, name: 'N' }] },
    ],
    [
      'the parties, with the manufacturer as read',
      { manufacturer: maker('M'), parties: [{ ...MAKER, name: 'N' }] },
      { manufacturer: maker('N'), parties: [{ ...MAKER, name: 'N' }] },
    ],
    [
      'both, without a manufacturer in the list',
      { manufacturer: maker('N', { operatorId: null }), parties: [IMPORTER] },
      { manufacturer: maker('N', { operatorId: null }), parties: [party('manufacturer', 'N'), IMPORTER] },
    ],
  ])('completes a change of %s', (_, change, expected) => {
    expect(writtenBothWays(change, before)).toEqual({ change: expected, faults: [] });
  });

  it('rejects different values in both', () => {
    const { faults } = writtenBothWays({ manufacturer: maker('N'), parties: [{ ...MAKER, name: 'O' }] }, before);
    expect(faults).toEqual([expect.objectContaining({ parameters: { first: 'manufacturer', second: 'parties' } })]);
  });

  it('makes both forms agree, and writing them back changes nothing', () => {
    const name = fc.constantFrom('A', 'B', null);
    const ids = fc.array(fc.record({ scheme: fc.constantFrom(null, 'vat'), value: fc.constantFrom('DE12', 'X') }), { maxLength: 2 }); // prettier-ignore
    const parties = fc
      .array(
        fc.record({ role: fc.constantFrom('manufacturer', 'importer'), name, ids }).map(({ role, ...rest }) => party(role as Party['role'], '', rest)), // prettier-ignore
        { maxLength: 3 },
      )
      .filter((all) => all.every((one) => one.name !== null || one.ids.length > 0));
    const manufacturer = fc.option(fc.record({ name, operatorId: fc.constantFrom('X', null) }).map(({ name: of, ...rest }) => ({ ...maker(''), ...rest, name: of }))); // prettier-ignore
    const predecessors = fc.uniqueArray(fc.constantFrom('1', '2', '3', 'https://a.example'));
    const predecessorId = fc.constantFrom(1, 2, null);
    const change = fc.record({ manufacturer, parties, predecessors, predecessorId }, { requiredKeys: [] });
    fc.assert(
      fc.property(change, change, (first, second) => {
        const made = writtenBothWays(first);
        fc.pre(made.faults.length === 0);
        const stored = readInBothWays({ ...aContent({ manufacturer: null }), ...made.change });
        const { change: said, faults } = writtenBothWays(second, stored);
        const now = readInBothWays({ ...stored, ...(faults.length > 0 ? {} : said) });
        const { manufacturer: maker_, parties: all, predecessorId: id, predecessors: list } = now;
        for (const again of [{ manufacturer: maker_ }, { parties: all }, { manufacturer: maker_, parties: all }])
          expect(writtenBothWays(again, now).change.parties).toEqual(all);
        for (const again of [{ predecessorId: id }, { predecessors: list }, { predecessorId: id, predecessors: list }])
          expect(writtenBothWays(again, now).change).toMatchObject({ predecessorId: id, predecessors: list });
      }),
    );
  });
});

describe('writtenBothWays for predecessors', () => {
  it.each<[Partial<Twice>, Partial<Twice>]>([
    [{ predecessorId: 9 }, { predecessorId: 9, predecessors: ['https://a.example/1', '9', '8'] }],
    [{ predecessorId: 8 }, { predecessorId: 8, predecessors: ['https://a.example/1', '8'] }],
    [{ predecessorId: null }, { predecessorId: null, predecessors: ['https://a.example/1'] }],
    [{ predecessors: ['8', '7'] }, { predecessorId: 8, predecessors: ['8', '7'] }],
    [{ predecessors: ['https://b.example'] }, { predecessorId: null, predecessors: ['https://b.example'] }],
    [
      { predecessorId: 7, predecessors: ['8'] },
      { predecessorId: 8, predecessors: ['8'] },
    ],
    [{ predecessorId: 9, predecessors: before.predecessors }, { predecessorId: 9, predecessors: ['https://a.example/1', '9', '8'] }], // prettier-ignore
  ])('completes %j to %j', (change, expected) => {
    expect(writtenBothWays(change, before)).toEqual({ change: expected, faults: [] });
  });

  it('adds the predecessorId of an old version to its list', () => {
    expect(readInBothWays({ ...aContent(), predecessorId: 5, predecessors: [] }).predecessors).toEqual(['5']);
  });
});
