import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not, Or } from 'typeorm';
import { Database, bigint, entityTable, id, index, int, NULL, varchar } from '../../../../libs/database/index.js';
import { type SealedSecret, SealedSecrets, SecretBox } from '../../../access/index.js';
import { type SecretHolder, WebhookSecrets } from '../../ports/webhook-secrets.js';

/** Encrypted signing secrets. A previous secret has an end, in milliseconds since 1970. */
const WEBHOOK_SECRET = entityTable<{
  readonly id: number;
  readonly webhook_id: number;
  readonly sealed: string;
  readonly ends_at: number | null;
  readonly owner: string | null;
}>(
  'webhook_secret',
  [id(), int('webhook_id'), varchar('sealed', 255), bigint('ends_at', NULL), varchar('owner', 32, NULL)],
  [index('webhook_secret_webhook', 'webhook_id')],
);

/** The last day of each website for which starting and ending prices were reported. */
export const WEBHOOK_DAY = entityTable<{ readonly website_id: number; readonly day: string }>('webhook_day', [
  int('website_id', { primary: true }),
  varchar('day', 10),
]);

export const WEBHOOK_TABLES = [WEBHOOK_SECRET, WEBHOOK_DAY];

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Identifies the owner of an encrypted secret. */
const aboutWebhook = (webhookId: number): string => `webhook ${webhookId}`;

/** Secrets are encrypted, so that a copied database alone cannot sign anything. */
@Injectable()
export class TypeOrmWebhookSecrets extends WebhookSecrets {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async find(webhookId: number, now: number): Promise<readonly string[]> {
    const rows = await this.rows.find({
      where: { webhook_id: webhookId, ends_at: Or(IsNull(), MoreThan(now)) },
      order: { id: 'DESC' },
    });
    return rows.flatMap(({ sealed }) => this.box.open(sealed, aboutWebhook(webhookId)) ?? []);
  }

  async create({ id: webhookId, owner }: SecretHolder, formerEnd: number): Promise<string> {
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    // At most one previous secret is valid: end the one before it now.
    await this.rows.delete({ webhook_id: webhookId, ends_at: Not(IsNull()) });
    await this.rows.update({ webhook_id: webhookId }, { ends_at: formerEnd });
    const sealed = this.box.seal(secret, aboutWebhook(webhookId));
    await this.rows.insert({ webhook_id: webhookId, sealed, ends_at: null, owner });
    await this.database.enter({ resource: 'webhook', id: webhookId, action: 'secret_made' });
    return secret;
  }

  async endOfOthers({ id: webhookId, owner }: SecretHolder): Promise<void> {
    const others = owner === null ? {} : { owner: Or(IsNull(), Not(owner)) };
    const { affected } = await this.rows.delete({ webhook_id: webhookId, ...others });
    if (affected) await this.database.enter({ resource: 'webhook', id: webhookId, action: 'secrets_ended' });
  }

  private get rows() {
    return this.database.repository(WEBHOOK_SECRET);
  }
}

/** The same secrets, for the rotation of encryption keys. */
@Injectable()
export class TypeOrmSealedWebhookSecrets extends SealedSecrets {
  constructor(private readonly database: Database) {
    super();
  }

  async all(): Promise<readonly SealedSecret[]> {
    const rows = await this.database.repository(WEBHOOK_SECRET).find();
    return rows.map(({ webhook_id: holderId, sealed }) => ({
      column: 'webhook_secret.sealed',
      holder: 'webhook',
      holderId,
      sealed,
      about: aboutWebhook(holderId),
    }));
  }

  async replace({ holderId, sealed: before }: SealedSecret, sealed: string): Promise<boolean> {
    const rows = this.database.repository(WEBHOOK_SECRET);
    const { affected } = await rows.update({ webhook_id: holderId, sealed: before }, { sealed });
    if (affected) await this.database.enter({ resource: 'webhook', id: holderId, action: 'secret_sealed_anew' });
    return (affected ?? 0) > 0;
  }
}
