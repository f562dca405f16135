import { type DeadlineParts, deadlineKindOf } from './deadline-kind.js';

const right = { kind: 'right', right: '_Sample::save' } as const;
const small = { kind: 'plain', fields: [], refused: {}, limit: 'default' } as const;

const kindOf = (parts: Partial<DeadlineParts>) =>
  deadlineKindOf({ verb: 'GET', need: right, body: undefined, onlyReads: false, within: undefined, ...parts });

describe('the deadline kind (operations.md, "Deadlines")', () => {
  it.each([
    ['read for a read that requires a right', {}, 'read'],
    ['read for a read by a customer', { need: { kind: 'customer' } }, 'read'],
    ['quote for an anonymous read', { need: { kind: 'anonymous' } }, 'quote'],
    ['quote for a storefront read', { need: { kind: 'storefront' } }, 'quote'],
    ['quote for a route of another library', { need: undefined }, 'quote'],
    ['quote for a price question', { verb: 'POST', body: small, onlyReads: true }, 'quote'],
    ['write for a write', { verb: 'POST', body: small }, 'write'],
    ['write for a sign-in', { verb: 'POST', need: { kind: 'anonymous' }, body: small }, 'write'],
    ['write for a deletion', { verb: 'DELETE' }, 'write'],
    ['bulk for a body with its own limit', { verb: 'PUT', body: { ...small, limit: 'bulk' } }, 'bulk'],
    ['bulk for a streamed body', { verb: 'POST', body: { kind: 'stream' } }, 'bulk'],
    ['the declared one', { within: 'bulk' }, 'bulk'],
    ['the declared one even for a streamed body', { verb: 'POST', body: { kind: 'stream' }, within: 'read' }, 'read'],
  ] as const)('is %s', (_name, parts: Partial<DeadlineParts>, kind) => {
    expect(kindOf(parts)).toBe(kind);
  });
});
