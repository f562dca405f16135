import { Database } from '../../../libs/database/index.js';
import { operationsOf } from '../../../src/app.module.js';
import type { TestApp } from '../../support/app.js';
import { testSettings } from '../../support/app.js';
import type { RecordedCall } from './crawler.js';

/** Operations without audit entries. A sign-in is an event only if it is refused, and document links are not stored. */
const LEAVES_NONE = new Set([
  'POST /rest/V1/integration/admin/token',
  'POST /rest/V1/integration/customer/token',
  'POST /rest/V1/customerdocuments/me/:id/link',
]);

/**
 * Operations that change nothing in the crawl, because the record already exists, is deleted or needs no change.
 * `e2e/audit-trail` shows that they write entries when they change something; for the last five, `e2e/dpp-readiness`,
 * `e2e/jobs-groups` and `e2e/jobs-leases` do.
 */
const CHANGED_NOTHING = new Set([
  'PUT /rest/V1/pricing/pricelistbulk',
  'PUT /rest/V1/pricing/pricelistproductbulk',
  'PUT /rest/V1/customerdocuments/customer/:id',
  'PUT /rest/V1/customerdocuments/customergroup/:id',
  'DELETE /rest/V1/customerdocuments/product/by-document/:documentId',
  'DELETE /rest/V1/pricing/productcustomermatrixattribute/bulk',
  'DELETE /rest/V1/dpp/manage/grants/:id',
  'POST /rest/V1/bulk/:bulkUuid/cancel',
  'POST /rest/V1/dpp/manage/passports/:id/upgrade',
  'POST /rest/V1/dpp/manage/templates/:code/upgrade',
  'POST /rest/V1/dpp/manage/passports/:id/items/revisions',
  'POST /rest/V1/bulk/:bulkUuid/retry',
  'POST /rest/V1/jobs/:bulkUuid/retry',
]);

const SUCCESS = 200;

const patternOf = (path: string): RegExp =>
  new RegExp(`^/rest(?:/[^/]+)?/V1/${path.replace(/:\w+/g, '[^/]+').replace(/[.]/g, '\\.')}/?$`);

/** Operations that write and succeeded in the crawl, but are missing from the audit trail. */
export const unaudited = async (app: TestApp, calls: readonly RecordedCall[]): Promise<readonly string[]> => {
  const rows = await app
    .get<Database>(Database)
    .query<{ operation: string }>("SELECT DISTINCT operation FROM audit_act WHERE interface = 'rest'");
  const entered = new Set(rows.map(({ operation }) => operation));
  const good = calls.filter(({ area, reply }) => area !== 'other-settings' && reply.status === SUCCESS);
  return operationsOf(testSettings(app.databaseUrl))
    .filter(({ effect, rest: { verb, path } }) => {
      const name = `${verb} /rest/V1/${path}`;
      if (effect === 'reads' || LEAVES_NONE.has(name) || CHANGED_NOTHING.has(name)) return false;
      const pattern = patternOf(path);
      return good.some((one) => one.verb === verb && pattern.test(one.path.replace(/\?.*$/, '')));
    })
    .map(({ rest: { verb, path } }) => `${verb} /rest/V1/${path}`)
    .filter((name) => !entered.has(name));
};
