/** A sign-in that has begun: where the browser goes, and what it brings back in a cookie. */
export interface BegunSignIn {
  readonly url: string;
  /** State, nonce and verifier, which tie the way back to this browser. */
  readonly proof: string;
}

/** A person whom the identity provider has signed in. */
export interface ProvenPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly email: string | undefined;
  /** Values of the role claim. */
  readonly roles: readonly string[];
}

/** The company's identity provider (OpenID Connect, authorization code with PKCE). */
export abstract class IdentityProvider {
  /** `Unavailable` if the provider does not answer as it should. */
  abstract begin(): Promise<BegunSignIn>;

  /**
   * Ends a sign-in by the query with which the provider sent the browser back. `SignInRefused` if the provider refused
   * it or it does not belong to the proof; `Unavailable`.
   */
  abstract finish(query: string, proof: string): Promise<ProvenPerson>;

  /** Where the browser ends its session at the provider; undefined if the provider has no such address. */
  abstract signOutUrl(): Promise<string | undefined>;
}
