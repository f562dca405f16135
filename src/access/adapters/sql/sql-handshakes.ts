import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { Handshakes, type StoredHandshake } from '../../ports/handshakes.js';

interface HandshakeRow {
  readonly integration_id: number;
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly verifier_digest: string;
  readonly setter_rights: string;
  readonly started_at: string;
  readonly request_token: string | null;
  readonly request_secret: string | null;
}

const TABLE = 'integration_handshake';

/** Uses plain SQL: conditional updates ensure that each step runs only once. */
@Injectable()
export class SqlHandshakes extends Handshakes {
  constructor(private readonly database: Database) {
    super();
  }

  async byConsumerKey(key: string): Promise<StoredHandshake | undefined> {
    const row = await this.database.queryOne<HandshakeRow>(`SELECT * FROM ${TABLE} WHERE consumer_key = ?`, [key]);
    return (
      row && {
        integrationId: row.integration_id,
        consumerKey: row.consumer_key,
        consumerSecret: row.consumer_secret,
        verifierDigest: row.verifier_digest,
        setterRights: JSON.parse(row.setter_rights) as readonly string[],
        startedAt: new Date(row.started_at),
        requestToken: row.request_token,
        requestSecret: row.request_secret,
      }
    );
  }

  async setterRights(id: number): Promise<readonly string[] | undefined> {
    const row = await this.database.queryOne<{ readonly setter_rights: string }>(
      `SELECT setter_rights FROM ${TABLE} WHERE integration_id = ?`,
      [id],
    );
    return row && (JSON.parse(row.setter_rights) as readonly string[]);
  }

  async begin(handshake: Omit<StoredHandshake, 'requestToken' | 'requestSecret'>): Promise<void> {
    const { integrationId, consumerKey, consumerSecret, verifierDigest, setterRights, startedAt } = handshake;
    await this.drop(integrationId);
    await this.database.run(
      `INSERT INTO ${TABLE} (integration_id, consumer_key, consumer_secret, verifier_digest, setter_rights, started_at)` +
        ' VALUES (?, ?, ?, ?, ?, ?)',
      [integrationId, consumerKey, consumerSecret, verifierDigest, JSON.stringify(setterRights), startedAt],
    );
    await this.database.enter({ resource: 'integration', id: integrationId, action: 'handshake_begun' });
  }

  keepRequest(consumerKey: string, token: string, secret: string): Promise<boolean> {
    return this.writes(
      `UPDATE ${TABLE} SET request_token = ?, request_secret = ? WHERE consumer_key = ? AND request_token IS NULL`,
      [token, secret, consumerKey],
    );
  }

  end(consumerKey: string, requestToken: string): Promise<boolean> {
    return this.writes(`DELETE FROM ${TABLE} WHERE consumer_key = ? AND request_token = ?`, [
      consumerKey,
      requestToken,
    ]);
  }

  drop(integrationId: number): Promise<boolean> {
    return this.writes(`DELETE FROM ${TABLE} WHERE integration_id = ?`, [integrationId]);
  }

  private async writes(sql: string, params: readonly (string | number)[]): Promise<boolean> {
    return (await this.database.run(sql, params)).affected > 0;
  }
}
