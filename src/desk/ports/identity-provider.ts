/** A sign-in in progress: the URL to redirect the browser to, and the content of its cookie. */
export interface BegunSignIn {
  readonly url: string;
  /** State, nonce and code verifier, which bind the provider's response to this browser. */
  readonly proof: string;
}

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
  /** Throws `Unavailable` if the provider does not respond properly. */
  abstract begin(): Promise<BegunSignIn>;

  /**
   * Completes a sign-in with the query of the provider's redirect. Throws `SignInRefused` if the provider refused it
   * or it does not match the proof, and `Unavailable`.
   */
  abstract finish(query: string, proof: string): Promise<ProvenPerson>;

  /** The URL for signing out at the provider; undefined if it has none. */
  abstract signOutUrl(): Promise<string | undefined>;
}
