import { Database } from '../../libs/database/index.js';
import type { TestApp } from './app.js';

/** The newest REST operation in the audit trail, and the changes of its records. */
export const newestAct = async (app: TestApp): Promise<readonly [operation: string, ...actions: string[]]> => {
  const rows = await app.get<Database>(Database).query<{ operation: string; action: string }>(
    `SELECT DISTINCT a.operation AS operation, e.action AS action FROM audit_act a JOIN audit_entry e ON e.act_id = a.id
     WHERE a.id = (SELECT MAX(id) FROM audit_act WHERE interface = 'rest') ORDER BY e.action`,
  );
  return [rows[0]?.operation ?? 'none', ...rows.map(({ action }) => action)];
};
