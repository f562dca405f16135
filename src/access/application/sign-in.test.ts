import type { AdminAccounts } from '../ports/accounts.js';
import { PasswordUsers } from './sign-in.js';

describe('ADMIN_PASSWORDS', () => {
  const admins = { byUsername: async (username: string) => ({ username }) } as unknown as AdminAccounts;

  it.each([
    ['1', 'ada', true],
    ['0', 'ada', false],
    ['erp, Ada', 'ADA', true],
    ['erp,ada', 'bob', false],
    ['erp', '', false],
  ])('set to "%s" lets "%s" use a password: %s', async (allowed, username, isFound) => {
    expect((await new PasswordUsers(admins, allowed).find(username)) !== undefined).toBe(isFound);
  });
});
