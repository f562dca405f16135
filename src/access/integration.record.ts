import { type Fault, hasValidPercentCodes, hostOf, invalidValue, isExternalUrl } from '../../libs/kernel/index.js';
import { defineRecord, FlagField, IdField, InstantField, StringField, WordsField } from '../../libs/records/index.js';
import { integrationScopes } from './domain/accounts.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

const isHttps = (text: string): boolean => /^https:/i.test(text) && isExternalUrl(text) && hasValidPercentCodes(text);

/**
 * A program that authenticates with a long-lived token, which `rotate` creates and returns once, or by signing its
 * requests (access.md).
 */
class Integration {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Unique name of the integration',
    required: true,
    accepts: (text) => text !== '' && text === text.trim(),
    rule: 'at least one character, without leading or trailing spaces',
    example: 'ERP',
  })
  readonly name!: string;

  @WordsField({
    about: 'Granted rights as ACL resources. A parent resource, such as `Kontor::all`, includes all of its children.',
    of: 'ACL resource',
    accepts: () => true,
    default: [],
    example: ['_Commerce::manage', '_Commerce::save'],
  })
  readonly resources!: readonly string[];

  @FlagField({
    about: 'Activation status: 1 active, 0 inactive. Requests from an inactive integration are rejected.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;

  @StringField({
    about: 'HTTPS URL that receives the OAuth credentials on activation; null if unused',
    nullable: true,
    accepts: isHttps,
    rule: 'https URLs',
    format: 'uri',
    example: 'https://erp.example/kontor/credentials',
  })
  readonly endpoint!: string | null;

  @StringField({
    about: 'HTTPS URL where the administrator continues after activation; null if unused',
    nullable: true,
    accepts: isHttps,
    rule: 'https URLs',
    format: 'uri',
    example: 'https://erp.example/kontor/login',
  })
  readonly identityLinkUrl!: string | null;

  @StringField({
    about: 'Consumer key of the OAuth credentials; null if there are none',
    nullable: true,
    access: 'read',
    maxLength: 32,
    example: 'k3x0c8w2m5v7p1r9t4y6b0n2d8f3g7h1',
  })
  readonly consumerKey!: string | null;

  @InstantField({ about: 'Creation time of the OAuth credentials (UTC); null if there are none', nullable: true })
  readonly oauthCreatedAt!: Date | null;
}

/** URLs of an integration must be on hosts that the operator allows. */
export const endpointFaults =
  (mayPointTo: (host: string) => boolean) =>
  (next: Integration, previous: Integration | undefined): readonly Fault[] =>
    (['endpoint', 'identityLinkUrl'] as const).flatMap((property) => {
      const url = next[property] ?? null;
      // An unchanged URL is not checked again, because its host may have been allowed when it was stored.
      if (url === null || url === previous?.[property] || mayPointTo(hostOf(url))) return [];
      return [
        invalidValue(
          property === 'endpoint' ? 'endpoint' : 'identity_link_url',
          url,
          'https URLs of hosts that the operator allows (EXTERNAL_HOSTS)',
        ),
      ];
    });

export const integrationResource = defineRecord<Integration>({
  resource: 'integration',
  record: Integration,
  room: 'access',
  path: 'access/integrations',
  title: { one: 'integration', many: 'integrations' },
  table: 'integration',
  rights: ACCESS_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'integration_name',
      properties: ['name'],
      says: 'An integration with this name already exists. Choose another name.',
    },
  ],
  service: 'accessIntegrationRepositoryV1',
  scopes: integrationScopes,
});
