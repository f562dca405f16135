import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { SignInRefused, Unavailable } from '../../../../libs/kernel/index.js';
import { isLocalHost, type Outbound, type OutboundClient } from '../../../../libs/outbound/index.js';
import { type BegunSignIn, IdentityProvider, type ProvenPerson } from '../../ports/identity-provider.js';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without a secret. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Name of the claim with the roles; dots separate nested claims. */
  readonly roleClaim: string;
  /** Redirect URI after signing in. */
  readonly returnUrl: string;
  /** Redirect URI after signing out. */
  readonly deskUrl: string;
}

const ANSWER_WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 1024 * 1024;
/** Time in milliseconds after which the provider's metadata is fetched again. */
const CACHED_MS = 60 * 60_000;
const RETRY_AFTER_S = 10;

/** Loaded with the first sign-in, because most processes never need it. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

const DOTTED = /[^.]+/g;

/** The claim as a list of texts, whether it is one text or a list. */
const rolesIn = (claims: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const value =
    claims[name] ??
    (name.match(DOTTED) ?? []).reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined),
      claims,
    );
  return [value].flat().filter((one): one is string => typeof one === 'string');
};

const textIn = (claims: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = claims[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
};

/** The provider is unreachable or has failed. */
class ProviderAway extends Error {}

/** Sends the library's requests to the provider through the outbound client. */
const fetchingBy =
  (client: OutboundClient): CustomFetch =>
  async (url, { method, headers, body }) => {
    const sending = client.send(url, { method, headers, ...(body === null ? {} : { body: String(body as unknown) }) });
    const answer = await sending.catch((cause: unknown) => {
      throw new ProviderAway('no response', { cause });
    });
    if (answer.status >= 500) throw new ProviderAway(`status ${answer.status}`);
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: sent });
  };

const unavailable = (cause: unknown): Unavailable =>
  new Unavailable(RETRY_AFTER_S, { cause }, 'The identity provider does not respond. Try again later.');

const isAway = (error: unknown): boolean =>
  error instanceof ProviderAway || (error instanceof Error && error.cause !== undefined && isAway(error.cause));

/** Sends the secret in the body if the provider supports that, otherwise in the header, which is the default. */
const proving = (openid: Library, secret: string | undefined): ClientAuth => {
  if (secret === undefined) return openid.None();
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
};

/** OpenID Connect through `openid-client`. */
export class OpenIdProvider extends IdentityProvider {
  private readonly fetching: CustomFetch;
  private found: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  constructor(
    private readonly settings: OpenIdSettings,
    outbound: Outbound,
  ) {
    super();
    // The operator configures the provider, so it may be on any network.
    const rules = { name: 'identity_provider', limitMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_MAX_BYTES };
    this.fetching = fetchingBy(outbound.client({ ...rules, mayReach: () => true, mayBePlain: isLocalHost }));
  }

  async begin(): Promise<BegunSignIn> {
    const openid = await library();
    const configuration = await this.configuration();
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.settings.returnUrl,
      scope: this.settings.scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, proof: [state, nonce, verifier].join('.') };
  }

  async finish(query: string, proof: string): Promise<ProvenPerson> {
    const openid = await library();
    const configuration = await this.configuration();
    const [state = '', nonce = '', verifier = ''] = proof.split('.');
    const url = new URL(this.settings.returnUrl);
    url.search = query;
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new SignInRefused();
      const { userinfo_endpoint: further } = configuration.serverMetadata();
      const person =
        further === undefined
          ? claims
          : { ...(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
      return {
        issuer: this.settings.issuer,
        subject: claims.sub,
        username: textIn(person, 'preferred_username', 'email', 'name') ?? claims.sub,
        email: person['email_verified'] === false ? undefined : textIn(person, 'email'),
        roles: rolesIn(person, this.settings.roleClaim),
      };
    } catch (error) {
      // The provider refused, or its response does not belong to the sign-in that this browser started.
      throw isAway(error) ? unavailable(error) : new SignInRefused();
    }
  }

  async signOutUrl(): Promise<string | undefined> {
    const configuration = await this.configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const openid = await library();
    return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.settings.deskUrl }).href;
  }

  /** Fetched on first use, so that an unreachable provider does not delay the start. */
  private async configuration(): Promise<Configuration> {
    const now = Date.now();
    if (!this.found || this.found.until < now) this.found = { configuration: this.discover(), until: now + CACHED_MS };
    const { found } = this;
    try {
      return await found.configuration;
    } catch (error) {
      if (this.found === found) this.found = undefined;
      throw unavailable(error);
    }
  }

  private async discover(): Promise<Configuration> {
    const openid = await library();
    const { issuer, clientId, clientSecret } = this.settings;
    return openid.discovery(new URL(issuer), clientId, {}, proving(openid, clientSecret), {
      [openid.customFetch]: this.fetching,
      // The settings only allow http for this machine.
      execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
    });
  }
}
