import {
  addColumn,
  createTable,
  instant,
  int,
  json,
  type Migration,
  NULL,
  refers,
  unique,
  varchar,
} from '../../../libs/database/index.js';

const TABLE = 'integration';

/** The four credentials of OAuth 1.0a, and the handshake by which an integration gets them (access.md, "OAuth 1.0a"). */
export const INTEGRATION_OAUTH: readonly Migration[] = [
  addColumn('20261124110000-integration-endpoint', TABLE, varchar('endpoint', 255, NULL)),
  addColumn('20261124110100-integration-identity-link', TABLE, varchar('identity_link_url', 255, NULL)),
  addColumn('20261124110200-integration-consumer-key', TABLE, varchar('consumer_key', 32, NULL)),
  addColumn('20261124110300-integration-oauth-created', TABLE, instant('oauth_created_at', NULL)),
  // Without secrets: revoked. Secrets are sealed under a key that isn't in the database.
  createTable(
    '20261124110400-integration-oauth',
    'integration_oauth',
    [
      int('integration_id', { primary: true }),
      varchar('consumer_key', 32),
      varchar('consumer_secret', 255, NULL),
      varchar('access_token', 32),
      varchar('access_secret', 255, NULL),
      json('setter_rights'),
    ],
    [unique('integration_consumer', 'consumer_key'), unique('integration_access_token', 'access_token')],
    [refers('integration_id', TABLE, 'cascade')],
  ),
  createTable(
    '20261124110500-integration-handshake',
    'integration_handshake',
    [
      int('integration_id', { primary: true }),
      varchar('consumer_key', 32),
      varchar('consumer_secret', 255),
      varchar('verifier_digest', 64),
      varchar('request_token', 32, NULL),
      varchar('request_secret', 255, NULL),
      json('setter_rights'),
      instant('started_at'),
    ],
    [unique('handshake_consumer', 'consumer_key')],
    [refers('integration_id', TABLE, 'cascade')],
  ),
];
