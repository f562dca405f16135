import { SwitchSetting, TextSetting } from '../../libs/config/index.js';
import { isLocalHost } from '../../libs/outbound/index.js';
import type { RolesByClaim } from './application/provider-sign-in.js';

const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text) || text.length > 255) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))) && search === '' && hash === '';
};

/** Undefined if the text is not a JSON object with string values. */
const readRoles = (text: string): RolesByClaim | undefined => {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
    const roles = Object.entries(read as Readonly<Record<string, unknown>>);
    return roles.length > 0 && roles.every(([, role]) => typeof role === 'string' && role !== '')
      ? (roles as unknown as RolesByClaim)
      : undefined;
  } catch {
    return undefined;
  }
};

export class DeskSettings {
  @SwitchSetting({
    about:
      'Serve Desk (the web interface for staff) and its sign-in: 1 on, 0 off. Set to 0 on consumer-facing servers.',
    default: '1',
  })
  readonly DESK!: boolean;

  @TextSetting({
    about:
      'URL of the OpenID Connect identity provider where staff sign in to Desk. Register PUBLIC_BASE_URL/desk/callback there as the redirect URI.',
    accepts: isIssuer,
    expects: 'an https URL of at most 255 characters without query (http only on this machine)',
  })
  readonly OIDC_ISSUER: string | undefined;

  @TextSetting({
    about: 'Client ID of Kontor at the identity provider',
    accepts: (text) => text.trim() !== '',
    expects: 'the client ID',
  })
  readonly OIDC_CLIENT_ID: string | undefined;

  @TextSetting({
    about: 'Client secret of Kontor at the identity provider; unset for a public client',
    accepts: () => true,
    expects: 'the client secret',
    secret: true,
  })
  readonly OIDC_CLIENT_SECRET: string | undefined;

  @TextSetting({
    about: 'Space-separated scopes to request from the identity provider',
    default: 'openid profile email',
    accepts: (text) => text.split(' ').includes('openid'),
    expects: 'space-separated scopes that include openid',
  })
  readonly OIDC_SCOPE!: string;

  @TextSetting({
    about: 'Claim that contains the roles or groups of a person; dots address nested claims, as in realm_access.roles',
    default: 'roles',
    accepts: (text) => text.trim() !== '',
    expects: 'the name of a claim',
  })
  readonly OIDC_ROLE_CLAIM!: string;

  @TextSetting({
    about: 'JSON object that maps values of OIDC_ROLE_CLAIM to role names; if several match, the first one applies',
    accepts: (text) => readRoles(text) !== undefined,
    expects: 'a JSON object such as {"kontor-prices":"Price managers"}',
  })
  readonly OIDC_ROLES: string | undefined;

  static faults({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ROLES }: DeskSettings): readonly string[] {
    const set = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ROLES].filter((one) => one !== undefined);
    return set.length === 0 || set.length === 3
      ? []
      : ['Only some of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_ROLES are set. Set all of them or none.'];
  }
}

export const rolesByClaim = ({ OIDC_ROLES }: DeskSettings): RolesByClaim => readRoles(OIDC_ROLES ?? '') ?? [];
