import { InputRefused } from '../../../libs/kernel/index.js';
import type { SignInByIdentity } from '../../access/index.js';
import type { BegunSignIn, IdentityProvider } from '../ports/identity-provider.js';
import type { NewSession, Sessions } from './sessions.js';

/** Claim values and their roles; the first one that a person has decides. */
export type RolesByClaim = readonly (readonly [claim: string, role: string])[];

/** Signs staff in through the company's identity provider (access.md, "Identity provider"). */
export class ProviderSignIn {
  /** @param provider Undefined without OIDC_ISSUER. */
  constructor(
    private readonly provider: IdentityProvider | undefined,
    private readonly roles: RolesByClaim,
    private readonly identities: SignInByIdentity,
    private readonly sessions: Sessions,
  ) {}

  /** Throws `InputRefused` without a provider, and `Unavailable`. */
  begin(): Promise<BegunSignIn> {
    return this.present().begin();
  }

  /** Throws `InputRefused` if no sign-in was started or the person has no role, `SignInRefused`, and `Unavailable`. */
  async finish(query: string, proof: string | undefined): Promise<NewSession> {
    const provider = this.present();
    if (proof === undefined)
      throw InputRefused.sentence(
        'The sign-in took longer than 10 minutes, or was started in another browser. Sign in again.',
      );
    const person = await provider.finish(query, proof);
    const [, role] = this.roles.find(([claim]) => person.roles.includes(claim)) ?? [];
    if (role !== undefined) return this.sessions.begin(await this.identities.signIn(person, role), true);
    await this.identities.refuse(person);
    throw InputRefused.sentence(
      'Your identity provider has not assigned you a role in Kontor. Ask its administrator to assign one.',
    );
  }

  /** The sign-out URL of the provider; null if it has none. */
  async signOutUrl(): Promise<string | null> {
    return (await this.provider?.signOutUrl().catch(() => undefined)) ?? null;
  }

  private present(): IdentityProvider {
    if (!this.provider)
      throw InputRefused.sentence(
        'No identity provider is configured on this server (setting OIDC_ISSUER). Sign in with your username and password.',
      );
    return this.provider;
  }
}
