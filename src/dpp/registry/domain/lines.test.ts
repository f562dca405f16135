import { registryLines } from './lines.js';

const AT = new Date('2027-03-01T00:00:00Z');
const NOW = new Date('2027-03-02T00:00:00Z');
const entry = {
  version: 2,
  state: 'registered',
  problem: null,
  registrationId: 'R-1',
  at: AT,
  message: null,
  hasProof: false,
} as const;
const linesOf = (one: Parameters<typeof registryLines>[0], now = NOW): readonly string[] =>
  registryLines(one, true, now).map(({ state, message }) => `${state}: ${message}`);

describe('registryLines', () => {
  it.each([
    [undefined, 'missing: The passport is not registered in the EU registry. Publication queues it for export.'],
    [
      { ...entry, state: 'pending' },
      'missing: Version 2 is not registered in the EU registry. It is waiting for export.',
    ],
    [
      { ...entry, state: 'exported' },
      'missing: Version 2 is not registered in the EU registry. It has been exported, but the registry has not responded yet.',
    ],
    [
      { ...entry, state: 'rejected', message: 'Wrong UPI.' },
      'missing: Version 2 is not registered in the EU registry. The registry rejected it: Wrong UPI.',
    ],
    [
      { ...entry, problem: 'proof_hash' },
      'wrong: The hash in the proof of registration R-1 does not match version 2. Fetch the proof again.',
    ],
  ] as const)('describes the entry %j', (one, line) => expect(linesOf(one)).toEqual([line]));

  it('asks for the proof from day 75 until it is stored', () => {
    expect(linesOf(entry, new Date('2027-05-14T23:59:59Z'))).toEqual([]);
    const due = new Date('2027-05-15T00:00:00Z');
    expect(linesOf(entry, due)).toEqual([
      'missing: Fetch the proof of registration R-1. The registry provides the proof until 2027-05-30.',
    ]);
    expect(linesOf({ ...entry, hasProof: true }, due)).toEqual([]);
  });

  it('reports an operator without an identifier that the registry accepts', () => {
    expect(registryLines({ ...entry, hasProof: true }, false, NOW)).toEqual([
      expect.objectContaining({ path: 'parties' }),
    ]);
  });
});
