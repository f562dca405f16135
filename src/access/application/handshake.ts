import { Injectable } from '@nestjs/common';
import { change, ChangeLog, Clock, InputRefused, required, SecurityEvents } from '../../../libs/kernel/index.js';
import { readAuthorization } from '../../../libs/oauth1/index.js';
import { type Claim, REFUSED, aboutConsumerSecret, aboutRequestSecret } from '../domain/oauth/claim.js';
import { ACCESS_RIGHTS, type AccessActor, SYSTEM } from '../domain/rights.js';
import { Handshakes, type StoredHandshake, Endpoints } from '../ports/handshakes.js';
import { OAuthAccounts } from '../ports/accounts.js';
import { SecretBox } from '../ports/sealed-secrets.js';
import { Secrets } from '../ports/secrets.js';
import { sealed } from './oauth-credentials.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { StoredIntegrations } from './stored-accounts.js';
import { type SignedMessage, VerifySignature } from './verify-signature.js';

/** A token with its secret, as the token routes return it. */
export interface TokenPair {
  readonly token: string;
  readonly secret: string;
}

/** Time limit in milliseconds from the start to the last step. */
const GOOD_FOR_MS = 300_000;

const TEXTS = {
  late: 'Consumer key has expired',
  done: 'Cannot create request token because consumer token is not a verifier token',
  verifier: 'Token verifier and verifier token do not match',
} as const;

/** The public URL of this server: sent to endpoints as `store_base_url`, and the target of `success_call_back`. */
export class PublicBase {
  constructor(readonly url: string) {}
}

/** The OAuth handshake that gives an integration its credentials (access.md, "The handshake"). */
@Injectable()
export class Handshake {
  constructor(
    private readonly records: StoredIntegrations,
    private readonly handshakes: Handshakes,
    private readonly accounts: OAuthAccounts,
    private readonly endpoints: Endpoints,
    private readonly verify: VerifySignature,
    private readonly secrets: Secrets,
    private readonly box: SecretBox,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
    private readonly base: PublicBase,
  ) {}

  /**
   * Sends a consumer key with its secret and a verifier to the integration's endpoint. Returns the URL where the user
   * continues. The current credentials stay valid until the last step.
   */
  async begin(by: AccessActor, id: number): Promise<string> {
    const [key, secret, verifier] = [1, 2, 3].map(() => this.secrets.credential()) as [string, string, string];
    const { endpoint, identityLinkUrl } = await this.rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const { resources, ...integration } = await this.records.get(id);
      this.names.mustHold(actor, resources);
      const addresses = mustHaveAddresses(integration);
      await this.handshakes.begin({
        integrationId: id,
        consumerKey: key,
        consumerSecret: this.box.seal(secret, aboutConsumerSecret(key)),
        verifierDigest: this.secrets.digest(verifier),
        setterRights: actor.rights,
        startedAt: this.clock.now(),
      });
      return addresses;
    });
    const base = this.base.url.replace(/\/*$/, '');
    await this.endpoints.post(endpoint, {
      oauth_consumer_key: key,
      oauth_consumer_secret: secret,
      store_base_url: `${base}/`,
      oauth_verifier: verifier,
    });
    const next = new URL(identityLinkUrl);
    next.searchParams.append('oauth_consumer_key', key);
    next.searchParams.append('success_call_back', `${base}/oauth/success`);
    return next.href;
  }

  /** First step, signed with the consumer secret only. Throws `SignatureRefused` and `InputRefused`. */
  async requestToken(message: SignedMessage): Promise<TokenPair> {
    const parameters = readAuthorization(message.authorization);
    const claim = this.verify.claimIn(parameters);
    const found = await this.known(claim);
    const id = found.integrationId;
    const consumer = this.consumerSecret(found, id);
    this.verify.mustHold(message, parameters, claim, { consumer, token: '' }, id);
    this.mustBeUnderWay(found);
    if (found.requestToken !== null) throw this.verify.refused(TEXTS.done, id);
    await this.verify.mustBeFresh(claim, id);
    const made = { token: this.secrets.credential(), secret: this.secrets.credential() };
    const isFirst = await this.rightsLock.write(SYSTEM, ACCESS_RIGHTS.save, async () => {
      const sealed = this.box.seal(made.secret, aboutRequestSecret(claim.consumerKey));
      return this.handshakes.keepRequest(claim.consumerKey, made.token, sealed);
    });
    if (!isFirst) throw this.verify.refused(TEXTS.done, id);
    return made;
  }

  /**
   * Last step, signed with both secrets. It activates the integration, which signs with the returned credentials from
   * now on.
   */
  async accessToken(message: SignedMessage): Promise<TokenPair> {
    const parameters = readAuthorization(message.authorization);
    const claim = this.verify.claimIn(parameters, 'oauth_token', 'oauth_verifier');
    const found = await this.known(claim);
    const { integrationId: id, requestSecret, requestToken } = found;
    if (requestToken !== claim.token || requestSecret === null) throw this.verify.refused(REFUSED.token, id);
    const token = this.box.open(requestSecret, aboutRequestSecret(claim.consumerKey));
    if (token === undefined) throw this.verify.refused(REFUSED.signature, id);
    const consumer = this.consumerSecret(found, id);
    this.verify.mustHold(message, parameters, claim, { consumer, token }, id);
    this.mustBeUnderWay(found);
    await this.verify.mustBeFresh(claim, id);
    if (this.secrets.digest(parameters.get('oauth_verifier') ?? '') !== found.verifierDigest)
      throw this.verify.refused(TEXTS.verifier, id);
    const made = { token: this.secrets.credential(), secret: this.secrets.credential() };
    await this.complete({ ...found, consumerSecret: consumer }, claim.token, made);
    this.events.note('token_rotated', { account: `integration:${id}` });
    return made;
  }

  private async known(claim: Claim): Promise<StoredHandshake> {
    const found = await this.handshakes.byConsumerKey(claim.consumerKey);
    if (!found) throw this.verify.refused(REFUSED.consumer);
    this.verify.mustBeInTime(claim, found.integrationId);
    return found;
  }

  /** Checked after the signature, so that only the signer learns the state of a handshake. */
  private mustBeUnderWay({ startedAt, integrationId }: StoredHandshake): void {
    if (this.clock.now().getTime() - startedAt.getTime() > GOOD_FOR_MS)
      throw this.verify.refused(TEXTS.late, integrationId);
  }

  private consumerSecret(
    { consumerKey, consumerSecret }: Pick<StoredHandshake, 'consumerKey' | 'consumerSecret'>,
    id: number,
  ): string {
    const opened = this.box.open(consumerSecret, aboutConsumerSecret(consumerKey));
    if (opened === undefined) throw this.verify.refused(REFUSED.signature, id);
    return opened;
  }

  /**
   * Uses the current consumer secret, because the value read before may have been encrypted again with another key.
   */
  private complete({ integrationId, ...found }: StoredHandshake, requestToken: string, made: TokenPair): Promise<void> {
    const { consumerKey, consumerSecret, setterRights } = found;
    return this.rightsLock.write(SYSTEM, ACCESS_RIGHTS.save, async () => {
      // The handshake is gone if the integration was deactivated or deleted, or its credentials were created or
      // revoked in the meantime.
      if (!(await this.handshakes.end(consumerKey, requestToken)))
        throw this.verify.refused(REFUSED.token, integrationId);
      const credentials = { consumerKey, consumerSecret, accessToken: made.token, accessTokenSecret: made.secret };
      const stored = { ...sealed(this.box, credentials), setterRights };
      await this.records.update(integrationId, { is_active: 1 });
      await this.accounts.keep(integrationId, stored, this.clock.now());
      this.changes.append([change('account', integrationId)]);
    });
  }
}

interface Addresses {
  readonly endpoint: string;
  readonly identityLinkUrl: string;
}

const mustHaveAddresses = ({
  endpoint,
  identityLinkUrl,
}: { readonly [K in keyof Addresses]: Addresses[K] | null }): Addresses => {
  if (endpoint !== null && identityLinkUrl !== null) return { endpoint, identityLinkUrl };
  throw new InputRefused(required(endpoint === null ? 'endpoint' : 'identity_link_url'));
};
