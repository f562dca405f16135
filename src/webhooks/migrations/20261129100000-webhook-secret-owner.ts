import { addColumn, type Migration, NULL, varchar } from '../../../libs/database/index.js';

const ADD_OWNER = addColumn('20261129100000-webhook-secret-owner', 'webhook_secret', varchar('owner', 32, NULL));

/** Existing secrets belong to the current owner of their webhook. */
export const ADD_WEBHOOK_SECRET_OWNER: Migration = {
  ...ADD_OWNER,
  async up(runner) {
    await ADD_OWNER.up(runner);
    await runner.query(
      'UPDATE webhook_secret SET owner = (SELECT w.owner FROM webhook w WHERE w.id = webhook_secret.webhook_id) ' +
        'WHERE owner IS NULL',
    );
  },
};
