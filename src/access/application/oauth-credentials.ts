import { Injectable } from '@nestjs/common';
import { change, ChangeLog, Clock, SecurityEvents } from '../../../libs/kernel/index.js';
import { ShownSecretField, StringField } from '../../../libs/records/index.js';
import { aboutAccessSecret, aboutConsumerSecret } from '../domain/oauth/claim.js';
import { ACCESS_RIGHTS, type AccessActor } from '../domain/rights.js';
import { Handshakes } from '../ports/handshakes.js';
import { OAuthAccounts } from '../ports/accounts.js';
import { SecretBox } from '../ports/sealed-secrets.js';
import { Secrets } from '../ports/secrets.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { StoredIntegrations } from './stored-accounts.js';

/** The credentials of an integration, returned once. */
export class OAuthCredentials {
  @StringField({
    about: 'Consumer key that identifies the integration',
    maxLength: 32,
    example: 'k3x0c8w2m5v7p1r9t4y6b0n2d8f3g7h1',
  })
  readonly consumerKey!: string;

  @ShownSecretField({
    about: 'Consumer secret for signing requests',
    maxLength: 32,
    example: 'a0s9d8f7g6h5j4k3l2q1w0e9r8t7y6u5',
  })
  readonly consumerSecret!: string;

  @StringField({
    about: 'Access token of the integration',
    maxLength: 32,
    example: 'z1x2c3v4b5n6m7a8s9d0f1g2h3j4k5l6',
  })
  readonly accessToken!: string;

  @ShownSecretField({
    about: 'Token secret for signing requests',
    maxLength: 32,
    example: 'p0o9i8u7y6t5r4e3w2q1a0s9d8f7g6h5',
  })
  readonly accessTokenSecret!: string;
}

/** Encrypts credentials for storage, each secret for its purpose. */
export const sealed = (
  box: SecretBox,
  { consumerKey, consumerSecret, accessToken, accessTokenSecret }: OAuthCredentials,
) => ({
  consumerKey,
  consumerSecret: box.seal(consumerSecret, aboutConsumerSecret(consumerKey)),
  accessToken,
  accessSecret: box.seal(accessTokenSecret, aboutAccessSecret(consumerKey)),
});

/** Creates and revokes the OAuth credentials of integrations (access.md, "OAuth 1.0a"). */
@Injectable()
export class KeepOAuthCredentials {
  constructor(
    private readonly records: StoredIntegrations,
    private readonly accounts: OAuthAccounts,
    private readonly handshakes: Handshakes,
    private readonly secrets: Secrets,
    private readonly box: SecretBox,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /** Creates new credentials and returns them once. The old credentials stop working. */
  async create(by: AccessActor, id: number): Promise<OAuthCredentials> {
    const [consumerKey, consumerSecret, accessToken, accessTokenSecret] = Array.from({ length: 4 }, () =>
      this.secrets.credential(),
    ) as [string, string, string, string];
    const made = { consumerKey, consumerSecret, accessToken, accessTokenSecret };
    await this.rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      await this.mustHoldAll(actor, id);
      await this.handshakes.drop(id);
      await this.accounts.keep(id, { ...sealed(this.box, made), setterRights: actor.rights }, this.clock.now());
      this.changes.append([change('account', id)]);
    });
    this.events.note('token_rotated', { account: `integration:${id}` });
    return made;
  }

  /** Revokes the credentials, and cancels a handshake in progress. */
  async end(by: AccessActor, id: number): Promise<void> {
    await this.rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      await this.mustHoldAll(actor, id);
      await this.handshakes.drop(id);
      await this.accounts.revoke(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('token_revoked', { account: `integration:${id}` });
  }

  /** The credentials grant all rights of the integration, so the caller must hold them. */
  private async mustHoldAll(actor: AccessActor, id: number): Promise<void> {
    this.names.mustHold(actor, (await this.records.get(id)).resources);
  }
}
