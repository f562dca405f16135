import { addColumn, changesIn, type Migration, NULL, partsOfRecord, varchar } from '../../../libs/database/index.js';

const ADD_OWNER = addColumn('20261127010000-webhook-owner', 'webhook', varchar('owner', 32, NULL));

/** An account. Other writers have no rights to evaluate. */
const ACCOUNT = /^(?:admin|integration):\d+$/;

interface EnteredRow {
  readonly caller: string;
  readonly entered: string;
  readonly personal: string | null;
}

/** The last account that set the address or the events, if the audit trail still has it. */
const lastWriter = (id: number, rows: readonly EnteredRow[]): string | undefined => {
  const wrote = rows.find((row) =>
    changesIn(row).some((entry) => entry.id === id && ('url' in entry.changes || 'events' in entry.changes)),
  );
  return wrote && ACCOUNT.test(wrote.caller) ? wrote.caller : undefined;
};

/** Existing webhooks belong to their last writer. If that is unknown, they are deactivated (webhooks.md, "Owner"). */
export const ADD_WEBHOOK_OWNER: Migration = {
  ...ADD_OWNER,
  async up(runner) {
    await ADD_OWNER.up(runner);
    const webhooks = (await runner.query('SELECT id FROM webhook WHERE owner IS NULL')) as readonly {
      readonly id: number;
    }[];
    for (const { id } of webhooks) {
      const { text, params } = partsOfRecord('webhook', id);
      const rows = (await runner.query(
        'SELECT a.caller AS caller, e.entered AS entered, e.personal AS personal FROM audit_entry e ' +
          `JOIN audit_act a ON a.id = e.act_id JOIN (${text}) p ON p.act_id = e.act_id AND p.part = e.part ` +
          "WHERE e.action IN ('created', 'updated') ORDER BY e.act_id DESC, e.part DESC",
        [...params],
      )) as readonly EnteredRow[];
      const owner = lastWriter(id, rows);
      if (owner === undefined)
        await runner.query(
          "UPDATE webhook SET is_active = 0, switched_off = 'owner', switched_off_at = ? WHERE id = ? AND is_active = 1",
          [new Date().toISOString(), id],
        );
      else await runner.query('UPDATE webhook SET owner = ? WHERE id = ?', [owner, id]);
    }
  },
};
