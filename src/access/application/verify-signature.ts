import { Injectable } from '@nestjs/common';
import {
  Clock,
  InputRefused,
  type VersionedCache,
  CacheManager,
  NonceStore,
  SecurityEvents,
  SignatureRefused,
  sizeOf,
} from '../../../libs/kernel/index.js';
import {
  findSignedForm,
  hasDotSegments,
  type OAuthParameters,
  readAuthorization,
  type SignedForm,
  type SignedParts,
  type SigningSecrets,
} from '../../../libs/oauth1/index.js';
import {
  type Claim,
  hasNonce,
  isInTime,
  readClaim,
  REFUSED,
  aboutAccessSecret,
  aboutConsumerSecret,
} from '../domain/oauth/claim.js';
import { type AccessActor, actorWith } from '../domain/rights.js';
import { type OAuthAccount, OAuthAccounts } from '../ports/accounts.js';
import { SecretBox } from '../ports/sealed-secrets.js';
import { Secrets } from '../ports/secrets.js';
import { AccessSettings } from '../settings.js';

/** A request as received. */
export interface SignedMessage extends Omit<SignedParts, 'oauth'> {
  readonly authorization: string;
}

/** The current state of the integration that signed a request. */
interface Signer extends AccessActor {
  readonly kind: 'integration';
  readonly asOf: number | undefined;
}

interface Verified {
  /** Undefined if the integration is inactive. */
  readonly caller: Signer | undefined;
  readonly path: string;
  readonly query: string;
}

/** Constant second key, because the cache has one value per owner. */
const ONLY = 0;

/**
 * Verifies requests signed with OAuth 1.0a, in the same order of checks as the shop platform (access.md, "OAuth
 * 1.0a"). Independent of the interface: only needs method, URL and header.
 */
@Injectable()
export class VerifySignature {
  private readonly seen: VersionedCache<OAuthAccount>;

  constructor(
    private readonly accounts: OAuthAccounts,
    private readonly box: SecretBox,
    private readonly secrets: Secrets,
    private readonly once: NonceStore,
    private readonly clock: Clock,
    private readonly memory: CacheManager,
    private readonly events: SecurityEvents,
    private readonly settings: AccessSettings,
  ) {
    // Unknown keys are not cached, because callers could fill the cache with random ones.
    this.seen = memory.cache<OAuthAccount>({
      absence: false,
      bytes: sizeOf,
      named: { scope: 'account', idOf: ({ id }) => id },
    });
  }

  /** Returns the integration that signed the request. Throws `SignatureRefused` and `InputRefused`. */
  async verify(message: SignedMessage): Promise<Verified> {
    if (hasDotSegments(message.path)) throw InputRefused.sentence('Specified request cannot be processed.');
    const parameters = readAuthorization(message.authorization);
    const claim = this.claimIn(parameters, 'oauth_token');
    const [account, asOf] = await this.account(claim.consumerKey);
    if (!account) throw this.refused(REFUSED.consumer);
    this.mustBeInTime(claim, account.id);
    await this.mustBeItsToken(account, claim);
    const secrets = this.secretsOf(account);
    if (!secrets) throw this.refused(REFUSED.revoked, account.id);
    const form = this.mustHold(message, parameters, claim, secrets, account.id);
    await this.mustBeFresh(claim, account.id);
    const { id, isActive, resources } = account;
    const caller = isActive
      ? { ...actorWith('integration', id, resources), kind: 'integration' as const, asOf }
      : undefined;
    return { caller, path: form.path, query: form.query };
  }

  /** Reads the OAuth parameters. `alsoAllowed`: required parameters in addition to the common ones. */
  claimIn(parameters: OAuthParameters, ...alsoAllowed: readonly string[]): Claim {
    return readClaim(parameters, { admitsSha1: this.settings.OAUTH_SHA1, alsoAllowed });
  }

  /**
   * The form in which the request was signed with these secrets. Throws `SignatureRefused` if the signature is wrong.
   */
  mustHold(
    message: Omit<SignedMessage, 'authorization'>,
    parameters: OAuthParameters,
    { method, signature }: Claim,
    secrets: SigningSecrets,
    id: number,
  ): SignedForm {
    const form = findSignedForm({ ...message, oauth: parameters }, method, secrets, signature);
    if (!form) throw this.refused(REFUSED.signature, id);
    return form;
  }

  /** Throws `SignatureRefused` if the timestamp is not a number or too far from now. */
  mustBeInTime(claim: Claim, id: number): void {
    if (!isInTime(claim, this.clock.now())) throw this.refused(REFUSED.nonceAtFault, id);
  }

  /**
   * Marks the nonce as used. Call it only after the signature is verified, so that others cannot use it up. Throws
   * `SignatureRefused` if it was used before.
   */
  async mustBeFresh(claim: Claim, id: number): Promise<void> {
    if (!hasNonce(claim)) throw this.refused(REFUSED.nonceAtFault, id);
    const isFirst = await this.once.spend(this.secrets.digest(`oauth nonce ${id} ${claim.nonce}`));
    if (!isFirst) throw this.refused(REFUSED.nonce, id);
  }

  /** Creates a refusal and records it in the security log. */
  refused(text: string, id?: number): SignatureRefused {
    this.events.note('signature_refused', id === undefined ? {} : { account: `integration:${id}` });
    return id !== undefined && text.includes('%1') ? new SignatureRefused(text, [id]) : new SignatureRefused(text);
  }

  private async account(key: string): Promise<readonly [OAuthAccount | undefined, number | undefined]> {
    const load = (): Promise<OAuthAccount | undefined> => this.accounts.byConsumerKey(key);
    if (this.memory.maxBytes === 0) return [await load(), undefined];
    return this.memory.answer(async (asOf) => [await this.seen.recallOne(ONLY, key, load), asOf]);
  }

  private async mustBeItsToken({ id, accessToken, consumerSecret }: OAuthAccount, { token }: Claim): Promise<void> {
    if (token !== accessToken)
      throw this.refused((await this.accounts.hasToken(token)) ? REFUSED.foreignToken : REFUSED.token, id);
    if (consumerSecret === null) throw this.refused(REFUSED.revoked, id);
  }

  /** Undefined if the credentials are revoked, or encrypted with a lost key. */
  private secretsOf({ id, consumerKey, consumerSecret, accessSecret }: OAuthAccount): SigningSecrets | undefined {
    if (consumerSecret === null || accessSecret === null) return undefined;
    const consumer = this.box.open(consumerSecret, aboutConsumerSecret(consumerKey));
    const token = this.box.open(accessSecret, aboutAccessSecret(consumerKey));
    if (consumer === undefined || token === undefined) throw this.refused(REFUSED.signature, id);
    return { consumer, token };
  }
}
