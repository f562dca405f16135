import { accountOf, ownerOf } from './status.js';

describe('the owner of a job (jobs.md, "Status and results")', () => {
  it.each([
    [{ kind: 'integration', id: 7 } as const, { userType: 1, userId: 7 }],
    [{ kind: 'admin', id: 8 } as const, { userType: 2, userId: 8 }],
    [{ kind: 'customer', id: 9 } as const, { userType: 3, userId: 9 }],
    [undefined, { userType: 4, userId: null }],
  ])('is stored for the caller %j as %j and read back', (caller, owner) => {
    expect(ownerOf(caller)).toEqual(owner);
    expect(accountOf(owner)).toEqual(caller);
  });
});
