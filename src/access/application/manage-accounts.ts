import { Injectable } from '@nestjs/common';
import { everything, NoSuchEntity } from '../../../libs/kernel/index.js';
import { type Recorded, References, type ResourceService } from '../../../libs/records/index.js';
import type { AdminRecord, IntegrationRecord, RoleRecord } from '../domain/accounts.js';
import { ROOT, SYSTEM } from '../domain/rights.js';
import { AdminAccounts } from '../ports/accounts.js';
import { Administrators } from './administrators.js';
import { ForgetAttempts } from './forget-attempts.js';
import { Integrations } from './integrations.js';
import { KeepOAuthCredentials, type OAuthCredentials } from './oauth-credentials.js';
import { Roles } from './roles.js';
import { standInAddress } from './stored-accounts.js';

/** Name of the first administrator's role. */
const ADMINISTRATORS = 'Administrators';

const PAGE = 300;

const listed = async <T extends Recorded>(service: ResourceService<T>): Promise<readonly T[]> => {
  const records: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await service.search({ ...everything(PAGE), page });
    records.push(...items);
    if (items.length === 0 || records.length >= total) return records;
  }
};

/** Account commands of the command line, by account name. The operator has every right (running.md). */
@Injectable()
export class ManageAccounts {
  constructor(
    private readonly administrators: Administrators,
    private readonly roles: Roles,
    private readonly integrations: Integrations,
    private readonly oauth: KeepOAuthCredentials,
    private readonly accounts: AdminAccounts,
    private readonly attempts: ForgetAttempts,
    private readonly references: References,
  ) {}

  /** The default role is `Administrators`. Throws `InputRefused`, and `NoSuchEntity` for an unknown role. */
  async createAdmin(given: {
    username: string;
    password: string;
    email?: string;
    role?: string;
  }): Promise<AdminRecord> {
    const { username, password, email = standInAddress(username), role = ADMINISTRATORS } = given;
    return this.administrators.as(SYSTEM).create({ username, password, email, role_id: await this.roleId(role) });
  }

  listAdmins(): Promise<readonly AdminRecord[]> {
    return listed(this.administrators.as(SYSTEM));
  }

  /** Also lifts a lockout, because the operator controls the machine. */
  async setAdminPassword(username: string, password: string): Promise<void> {
    const id = await this.adminId(username);
    await this.administrators.as(SYSTEM).update(id, { password });
    await this.attempts.unlock('admin', id);
  }

  async unlockAdmin(username: string): Promise<void> {
    await this.administrators.unlock(SYSTEM, await this.adminId(username));
  }

  /** Throws `InputRefused` for the last active administrator with `Kontor::all`. */
  async deactivateAdmin(username: string): Promise<void> {
    await this.administrators.as(SYSTEM).update(await this.adminId(username), { is_active: 0 });
  }

  createRole(name: string, resources: readonly string[]): Promise<RoleRecord> {
    return this.roles.as(SYSTEM).create({ name, resources });
  }

  listRoles(): Promise<readonly RoleRecord[]> {
    return listed(this.roles.as(SYSTEM));
  }

  /** Creates the integration and its first token. */
  async createIntegration(
    name: string,
    resources: readonly string[],
  ): Promise<{ record: IntegrationRecord; token: string }> {
    const record = await this.integrations.as(SYSTEM).create({ name, resources });
    return { record, token: await this.integrations.rotate(SYSTEM, record.id) };
  }

  listIntegrations(): Promise<readonly IntegrationRecord[]> {
    return listed(this.integrations.as(SYSTEM));
  }

  async rotateIntegration(name: string): Promise<string> {
    return this.integrations.rotate(SYSTEM, await this.named('integration', name));
  }

  /** Revokes the token and the OAuth credentials. */
  async revokeIntegration(name: string): Promise<void> {
    const id = await this.named('integration', name);
    await this.integrations.revoke(SYSTEM, id);
    await this.oauth.end(SYSTEM, id);
  }

  /** Creates new credentials. The old credentials stop working. */
  async makeOAuthCredentials(name: string): Promise<OAuthCredentials> {
    return this.oauth.create(SYSTEM, await this.named('integration', name));
  }

  async endOAuthCredentials(name: string): Promise<void> {
    await this.oauth.end(SYSTEM, await this.named('integration', name));
  }

  private async adminId(username: string): Promise<number> {
    const found = await this.accounts.byUsername(username);
    if (!found) throw new NoSuchEntity('username', username);
    return found.id;
  }

  /** Creates the role of administrators if it does not exist. */
  private async roleId(name: string): Promise<number> {
    const found = await this.references.ids('role', 'name', [name]);
    const id = found.get(name);
    if (id !== undefined || name !== ADMINISTRATORS) return id ?? this.named('role', name);
    return (await this.createRole(ADMINISTRATORS, [ROOT])).id;
  }

  private async named(resource: 'role' | 'integration', name: string): Promise<number> {
    const id = (await this.references.ids(resource, 'name', [name])).get(name);
    if (id === undefined) throw new NoSuchEntity('name', name);
    return id;
  }
}
