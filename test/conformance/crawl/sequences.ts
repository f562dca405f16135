import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** Tables whose rows the server also writes without a request. */
const OF_THE_SERVER = /^(?:audit|change|job|lease|webhook)_/;

/**
 * A refused insert uses up an ID on MariaDB, but not on SQLite. After each write, this sets the next ID of a table to
 * one above the highest that was ever stored, as on SQLite.
 */
export class Sequences {
  private readonly highest = new Map<string, number>();

  private constructor(private readonly connection: Connection) {}

  static async of(databaseUrl: string): Promise<Sequences> {
    const sequences = new Sequences(await createConnection(databaseUrl));
    for (const [table, next] of await sequences.next()) sequences.highest.set(table, next - 1);
    return sequences;
  }

  async closeGaps(): Promise<void> {
    for (const [table, next] of await this.next()) {
      const before = this.highest.get(table) ?? 0;
      if (next - 1 === before) continue;
      const [rows] = await this.connection.query<RowDataPacket[]>(`SELECT MAX(id) AS id FROM ${table}`);
      const highest = Math.max(before, Number(rows[0]?.['id'] ?? 0));
      this.highest.set(table, highest);
      if (next > highest + 1) await this.connection.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${highest + 1}`);
    }
  }

  end(): Promise<void> {
    return this.connection.end();
  }

  private async next(): Promise<readonly (readonly [string, number])[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(
      'SELECT table_name AS name, auto_increment AS next FROM information_schema.tables ' +
        'WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL',
    );
    return rows.flatMap(({ name, next }) => (OF_THE_SERVER.test(name) ? [] : [[String(name), Number(next)] as const]));
  }
}
