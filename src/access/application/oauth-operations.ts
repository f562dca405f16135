import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, toWire } from '../../../libs/records/index.js';
import { integrationResource } from '../integration.record.js';
import { Handshake } from './handshake.js';
import { KeepOAuthCredentials, OAuthCredentials } from './oauth-credentials.js';

const { service, path, rights } = integrationResource;

const COMMON = { service, right: needs.right(rights.save), input: { id: takes.id() }, errors: [404] } as const;

/** Operations for the credentials with which integrations sign requests (access.md, "OAuth 1.0a"). */
export const OAUTH_OPERATIONS: readonly Operation[] = [
  operation({
    ...COMMON,
    name: 'makeOauthCredentials',
    summary: 'Create OAuth 1.0a credentials for an integration',
    about: 'Returns the credentials, which cannot be retrieved again. The old credentials stop working.',
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/oauth`, neverStored: true },
    output: answers.fields(OAuthCredentials),
    by: KeepOAuthCredentials,
    run: async (credentials, { id }, { caller }) =>
      toWire(fieldsOf(OAuthCredentials), await credentials.create(caller, id)),
  }),
  operation({
    ...COMMON,
    name: 'endOauthCredentials',
    summary: 'Revoke the OAuth 1.0a credentials of an integration',
    effect: 'deletes',
    rest: { verb: 'DELETE', path: `${path}/:id/oauth` },
    output: answers.true,
    by: KeepOAuthCredentials,
    run: async (credentials, { id }, { caller }) => {
      await credentials.end(caller, id);
      return true;
    },
  }),
  operation({
    ...COMMON,
    name: 'activate',
    summary: 'Start the OAuth 1.0a handshake of an integration',
    about:
      'Sends a consumer key, its secret and a verifier to the endpoint of the integration. Returns the URL where the user ' +
      'continues. The integration must complete both token requests within 300 seconds.',
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/activate`, neverStored: true },
    output: answers.secret(
      'https://erp.example/kontor/login?oauth_consumer_key=k3x0c8w2m5v7p1r9t4y6b0n2d8f3g7h1' +
        '&success_call_back=https%3A%2F%2Fprices.example%2Foauth%2Fsuccess',
    ),
    errors: [404, 409],
    by: Handshake,
    run: (handshake, { id }, { caller }) => handshake.begin(caller, id),
  }),
];
