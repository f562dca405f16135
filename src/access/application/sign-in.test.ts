import type { AdminAccounts } from '../ports/accounts.js';
import { PasswordUsers } from './sign-in.js';

describe('who may use a password (ADMIN_PASSWORDS)', () => {
  const admins = { byUsername: async (username: string) => ({ username }) } as unknown as AdminAccounts;

  it.each([
    ['1', 'ada', true],
    ['0', 'ada', false],
    ['erp, Ada', 'ADA', true],
    ['erp,ada', 'bob', false],
    ['erp', '', false],
  ])('with %s: %s', async (allowed, username, isFound) => {
    expect((await new PasswordUsers(admins, allowed).find(username)) !== undefined).toBe(isFound);
  });
});
