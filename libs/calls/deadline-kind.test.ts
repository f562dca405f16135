import { type DeadlineParts, deadlineKindOf } from './deadline-kind.js';

const right = { kind: 'right', right: '_Sample::save' } as const;
const small = { kind: 'plain', fields: [], refused: {}, limit: 'default' } as const;

const kindOf = (parts: Partial<DeadlineParts>) =>
  deadlineKindOf({ verb: 'GET', need: right, body: undefined, onlyReads: false, within: undefined, ...parts });

describe('which deadline a route has (operations.md, "Deadlines")', () => {
  it.each([
    ['a read of a right', {}, 'read'],
    ['a read of a customer', { need: { kind: 'customer' } }, 'read'],
    ['a read of anybody', { need: { kind: 'anonymous' } }, 'quote'],
    ['a read of the storefront', { need: { kind: 'storefront' } }, 'quote'],
    ['what another library serves', { need: undefined }, 'quote'],
    ['a price question', { verb: 'POST', body: small, onlyReads: true }, 'quote'],
    ['a write', { verb: 'POST', body: small }, 'write'],
    ['a sign-in', { verb: 'POST', need: { kind: 'anonymous' }, body: small }, 'write'],
    ['a deletion', { verb: 'DELETE' }, 'write'],
    ['a body with a limit of its own', { verb: 'PUT', body: { ...small, limit: 'bulk' } }, 'bulk'],
    ['a body that comes by and by', { verb: 'POST', body: { kind: 'stream' } }, 'bulk'],
    ['what says so', { within: 'bulk' }, 'bulk'],
    ['what says so, whatever else it is', { verb: 'POST', body: { kind: 'stream' }, within: 'read' }, 'read'],
  ] as const)('%s', (_name, parts: Partial<DeadlineParts>, kind) => {
    expect(kindOf(parts)).toBe(kind);
  });
});
