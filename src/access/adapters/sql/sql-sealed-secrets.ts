import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { aboutAccessSecret, aboutConsumerSecret, aboutRequestSecret } from '../../domain/oauth/claim.js';
import { type SealedSecret, SealedSecrets } from '../../ports/sealed-secrets.js';

/** A column with encrypted secrets. */
interface SecretColumn {
  readonly table: string;
  readonly column: string;
  readonly about: (consumerKey: string) => string;
}

const SECRET_COLUMNS: readonly SecretColumn[] = [
  { table: 'integration_oauth', column: 'consumer_secret', about: aboutConsumerSecret },
  { table: 'integration_oauth', column: 'access_secret', about: aboutAccessSecret },
  { table: 'integration_handshake', column: 'consumer_secret', about: aboutConsumerSecret },
  { table: 'integration_handshake', column: 'request_secret', about: aboutRequestSecret },
];

interface SecretRow {
  readonly integration_id: number;
  readonly consumer_key: string;
  readonly sealed: string;
}

const nameOf = ({ table, column }: SecretColumn): string => `${table}.${column}`;

/** Plain SQL, because there are few integrations and all secrets are read at once. */
@Injectable()
export class SqlSealedSecrets extends SealedSecrets {
  constructor(private readonly database: Database) {
    super();
  }

  async all(): Promise<readonly SealedSecret[]> {
    const found: SealedSecret[] = [];
    for (const own of SECRET_COLUMNS) {
      const { table, column, about } = own;
      const rows = await this.database.query<SecretRow>(
        `SELECT integration_id, consumer_key, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      for (const { integration_id: holderId, consumer_key: key, sealed } of rows)
        found.push({ column: nameOf(own), holder: 'integration', holderId, sealed, about: about(key) });
    }
    return found;
  }

  async replace({ column: name, holderId, sealed: before }: SealedSecret, sealed: string): Promise<boolean> {
    const found = SECRET_COLUMNS.find((one) => nameOf(one) === name);
    if (!found) throw new Error(`no secrets are stored in ${name}`);
    const { table, column } = found;
    const { affected } = await this.database.run(
      `UPDATE ${table} SET ${column} = ? WHERE integration_id = ? AND ${column} = ?`,
      [sealed, holderId, before],
    );
    if (affected > 0)
      await this.database.enter({ resource: 'integration', id: holderId, action: 'secret_sealed_anew' });
    return affected > 0;
  }
}
