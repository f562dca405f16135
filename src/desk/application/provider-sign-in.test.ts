import { InputRefused } from '../../../libs/kernel/index.js';
import type { SignInByIdentity } from '../../access/index.js';
import { IdentityProvider, type ProvenPerson } from '../ports/identity-provider.js';
import { ProviderSignIn } from './provider-sign-in.js';
import type { Sessions } from './sessions.js';

const PERSON = { issuer: 'https://login.example', subject: '7', username: 'ada', email: undefined };
const ROLES = [
  ['prices', 'Price managers'],
  ['documents', 'Clerks'],
] as const;

/** A provider that has signed in somebody with these roles. */
class SignedIn extends IdentityProvider {
  constructor(private readonly roles: readonly string[]) {
    super();
  }

  override async begin() {
    return { url: 'https://login.example/authorize', proof: 'a.b.c' };
  }

  override async finish(): Promise<ProvenPerson> {
    return { ...PERSON, roles: this.roles };
  }

  override async signOutUrl(): Promise<string | undefined> {
    throw new Error('the provider is away');
  }
}

describe('sign-in at the identity provider', () => {
  const done: string[] = [];
  const identities = {
    signIn: async (_: unknown, role: string) => {
      done.push(role);
      return { id: 1, tokenVersion: 1 };
    },
    refuse: async () => void done.push('refused'),
  } as unknown as SignInByIdentity;
  const sessions = {
    begin: async (_: unknown, isByProvider: boolean) => ({
      secret: String(isByProvider),
      name: 'ada',
      endsAt: new Date(0),
    }),
  } as unknown as Sessions;
  const signIn = (...roles: readonly string[]) => new ProviderSignIn(new SignedIn(roles), ROLES, identities, sessions);

  beforeEach(() => void done.splice(0));

  it.each([
    [['documents', 'prices'], 'Price managers'],
    [['staff', 'documents'], 'Clerks'],
  ])('maps the roles %j to %s', async (roles, role) => {
    expect(await signIn(...roles).finish('?code=1', 'a.b.c')).toMatchObject({ secret: 'true' });
    expect(done).toEqual([role]);
  });

  it('refuses a person without a role, and ends the sessions of the account', async () => {
    await expect(signIn('staff').finish('?code=1', 'a.b.c')).rejects.toThrow(InputRefused);
    expect(done).toEqual(['refused']);
  });

  it('refuses a callback that was started in another browser', async () => {
    await expect(signIn('prices').finish('?code=1', undefined)).rejects.toThrow('was started in another browser');
    expect(done).toEqual([]);
  });

  it('signs out locally even if the provider does not respond', async () => {
    expect(await signIn().signOutUrl()).toBeNull();
  });
});
