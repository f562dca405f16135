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

/** A request as it was received. */
export interface SignedMessage extends Omit<SignedParts, 'oauth'> {
  readonly authorization: string;
}

/** The current integration of a signature, as stored in the database. */
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

/** Second key for a cache without one. */
const ONLY = 0;

/**
 * Verifies requests signed with OAuth 1.0a, in the order of the shop platform (access.md, "OAuth 1.0a"). Independent
 * of the interface: it needs only method, URL and header.
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
    // A missing key is not cached, because callers could fill the cache with random keys.
    this.seen = memory.cache<OAuthAccount>({
      absence: false,
      bytes: sizeOf,
      named: { scope: 'account', idOf: ({ id }) => id },
    });
  }

  /** Returns the integration that signed the request. Throws `SignatureRefused`, `InputRefused`. */
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

  /** Parameters that are required here in addition to the common ones. */
  claimIn(parameters: OAuthParameters, ...alsoAllowed: readonly string[]): Claim {
    return readClaim(parameters, { admitsSha1: this.settings.OAUTH_SHA1, alsoAllowed });
  }

  /** The way in which the request was signed with these secrets; `SignatureRefused` if in none. */
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

  /** `SignatureRefused` for a timestamp that is too far from now, or no number. */
  mustBeInTime(claim: Claim, id: number): void {
    if (!isInTime(claim, this.clock.now())) throw this.refused(REFUSED.nonceAtFault, id);
  }

  /** Uses up the nonce, only after a valid signature, so that others cannot use it up. `SignatureRefused`. */
  async mustBeFresh(claim: Claim, id: number): Promise<void> {
    if (!hasNonce(claim)) throw this.refused(REFUSED.nonceAtFault, id);
    const isFirst = await this.once.spend(this.secrets.digest(`oauth nonce ${id} ${claim.nonce}`));
    if (!isFirst) throw this.refused(REFUSED.nonce, id);
  }

  /** A refusal that the security log records. */
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

  /** Undefined if they are revoked. Whose key is lost can't be signed with. */
  private secretsOf({ id, consumerKey, consumerSecret, accessSecret }: OAuthAccount): SigningSecrets | undefined {
    if (consumerSecret === null || accessSecret === null) return undefined;
    const consumer = this.box.open(consumerSecret, aboutConsumerSecret(consumerKey));
    const token = this.box.open(accessSecret, aboutAccessSecret(consumerKey));
    if (consumer === undefined || token === undefined) throw this.refused(REFUSED.signature, id);
    return { consumer, token };
  }
}
