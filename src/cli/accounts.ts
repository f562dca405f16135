import type { Command } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { fieldsOf, toWire } from '../../libs/records/index.js';
import { ManageAccounts, OAuthCredentials, RotateSecrets } from '../access/index.js';
import { SignInLinks } from '../desk/index.js';
import { DESK_ROOM } from '../desk/room.js';
import { loadSettings } from '../config/config.js';
import { CommandRefused, number, print, withApp } from './context.js';
import { type Listing, listing, printList } from './listing.js';
import { readPassword } from './password.js';

type Manage = <T>(work: (accounts: ManageAccounts) => Promise<T>) => Promise<T>;

const state = (isActive: number): string => (isActive === 1 ? 'active' : 'inactive');

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

interface Named {
  readonly name: string;
}

interface Granted extends Named {
  readonly resource: readonly string[];
}

interface User {
  readonly username: string;
  readonly email?: string;
  readonly role?: string;
}

const adminCommands = (program: Command, manage: Manage, rooms: readonly Room[]): void => {
  const admin = program.command('admin').description('Manage administrators, who sign in with username and password');
  admin
    .command('create')
    .description('Create an administrator. Prompts for the password, or reads it from standard input')
    .requiredOption('--username <name>', 'unique username for sign-in')
    .option('--email <address>', 'email address of the administrator')
    .option('--role <name>', 'name of the role (default: Administrators, with all rights)')
    .action(async ({ username, email, role }: User) => {
      const password = await readPassword();
      const given = { username, password, ...(email ? { email } : {}), ...(role ? { role } : {}) };
      const made = await manage((accounts) => accounts.createAdmin(given));
      print(`Administrator ${made.username} was created.`);
    });
  listing(admin.command('list'))
    .description('List administrators')
    .action(async (options: Listing) => {
      const [admins, roles] = await manage(async (accounts) => [
        await accounts.listAdmins(),
        new Map((await accounts.listRoles()).map(({ id, name }) => [id, name])),
      ]);
      const rows = admins.map(({ username, email, roleId, isActive }) => ({
        username,
        email,
        role: roles.get(roleId) ?? String(roleId),
        is_active: isActive,
      }));
      printList(rows, options, ['USERNAME', 'EMAIL', 'ROLE', 'STATE'], ({ username, email, role, is_active }) => [
        username,
        email,
        role,
        state(is_active),
      ]);
    });
  admin
    .command('password')
    .description('Set the password of an administrator and lift a lockout. Existing tokens stop working')
    .requiredOption('--username <name>', 'username of the administrator')
    .action(async ({ username }: User) => {
      const password = await readPassword();
      await manage((accounts) => accounts.setAdminPassword(username, password));
      print(`The password of ${username} was changed.`);
    });
  admin
    .command('unlock')
    .description('Lift the lockout of an administrator after too many failed sign-ins')
    .requiredOption('--username <name>', 'username of the administrator')
    .action(async ({ username }: User) => {
      await manage((accounts) => accounts.unlockAdmin(username));
      print(`${username} is no longer locked out.`);
    });
  admin
    .command('deactivate')
    .description('Deactivate an administrator. Sign-ins and existing tokens stop working')
    .requiredOption('--username <name>', 'username of the administrator')
    .action(async ({ username }: User) => {
      await manage((accounts) => accounts.deactivateAdmin(username));
      print(`Administrator ${username} was deactivated.`);
    });
  admin
    .command('link')
    .description('Print a link that signs an administrator in to Desk. The link works once, within 10 minutes')
    .requiredOption('--username <name>', 'username of the administrator')
    .action(async ({ username }: User) =>
      print(
        await withApp(rooms, (app, { installedRooms }) => {
          if (!installedRooms.some(({ manifest }) => manifest === DESK_ROOM))
            throw new CommandRefused('Desk is disabled by DESK=0. Set DESK=1 for this command.');
          return app.get(SignInLinks, { strict: false }).make(username);
        }),
      ),
    );
};

const roleCommands = (program: Command, manage: Manage, rooms: readonly Room[]): void => {
  const role = program.command('role').description('Manage roles, which are named sets of rights');
  role
    .command('create')
    .description('Create a role')
    .requiredOption('--name <name>', 'unique name of the role')
    .requiredOption('--resource <acl>', 'right to grant, such as _Customerprice::manage (repeatable)', several)
    .action(async ({ name, resource }: Granted) => {
      await manage((accounts) => accounts.createRole(name, resource));
      print(`Role ${name} was created.`);
    });
  listing(role.command('list'))
    .description('List roles and their rights')
    .action(async (options: Listing) => {
      const roles = await manage((accounts) => accounts.listRoles());
      const rows = roles.map(({ name, resources }) => ({ name, resources }));
      printList(rows, options, ['NAME', 'RESOURCES'], ({ name, resources }) => [name, resources.join(' ')]);
    });
  listing(role.command('rights'))
    .description('List the rights that the installed modules declare')
    .action((options: Listing) => {
      const { installedRooms, ACL_VENDOR } = loadSettings(rooms);
      const rows = installedRooms
        .flatMap(({ manifest }) => manifest.rights ?? [])
        .map(({ name, title }) => ({ right: ACL_VENDOR + name, title }));
      printList(rows, options, ['RIGHT', 'DESCRIPTION'], ({ right, title }) => [right, title]);
    });
};

const integrationCommands = (program: Command, manage: Manage): void => {
  const integration = program
    .command('integration')
    .description('Manage integrations, which are client programs with long-lived tokens');
  integration
    .command('create')
    .description('Create an integration and print its token, which cannot be shown again')
    .requiredOption('--name <name>', 'unique name of the integration')
    .requiredOption('--resource <acl>', 'right to grant, such as _Pricing::calculate (repeatable)', several)
    .action(async ({ name, resource }: Granted) => {
      const { token } = await manage((accounts) => accounts.createIntegration(name, resource));
      print(token);
    });
  listing(integration.command('list'))
    .description('List integrations and their rights')
    .action(async (options: Listing) => {
      const found = await manage((accounts) => accounts.listIntegrations());
      const rows = found.map(({ name, isActive, resources }) => ({ name, is_active: isActive, resources }));
      printList(rows, options, ['NAME', 'STATE', 'RESOURCES'], ({ name, is_active, resources }) => [
        name,
        state(is_active),
        resources.join(' '),
      ]);
    });
  integration
    .command('rotate')
    .description(
      'Create a new token for an integration and print it. It cannot be shown again. The old token stops working',
    )
    .requiredOption('--name <name>', 'name of the integration')
    .action(async ({ name }: Named) => print(await manage((accounts) => accounts.rotateIntegration(name))));
  oauthCommand(integration, manage);
  integration
    .command('revoke')
    .description('Revoke the token and the OAuth credentials of an integration')
    .requiredOption('--name <name>', 'name of the integration')
    .action(async ({ name }: Named) => {
      await manage((accounts) => accounts.revokeIntegration(name));
      print(`The token and the OAuth credentials of ${name} were revoked.`);
    });
};

/** Prints credentials under the names that clients use. */
const printCredentials = (credentials: OAuthCredentials): void => {
  for (const [name, value] of Object.entries(toWire(fieldsOf(OAuthCredentials), credentials)))
    print(`${name} ${String(value)}`);
};

const oauthCommand = (integration: Command, manage: Manage): void => {
  integration
    .command('oauth')
    .description(
      'Create OAuth 1.0a credentials for an integration and print them. They cannot be shown again. The old credentials stop working',
    )
    .requiredOption('--name <name>', 'name of the integration')
    .option('--end', 'revoke the credentials instead of creating them')
    .action(async ({ name, end = false }: Named & { readonly end?: boolean }) => {
      if (!end) printCredentials(await manage((accounts) => accounts.makeOAuthCredentials(name)));
      else {
        await manage((accounts) => accounts.endOAuthCredentials(name));
        print(`The OAuth credentials of ${name} were revoked.`);
      }
    });
};

/** Adds `secrets:rotate` (running.md). */
const secretsCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('secrets:rotate')
    .description(
      'Encrypt all stored secrets with the newest key in SECRETS_KEY, or with a generated key if SECRETS_KEY is not set',
    )
    .action(async () => {
      const { key, moved, there, left, lost, lostWebhooks } = await withApp(rooms, (app) =>
        app.get(RotateSecrets).rotate(),
      );
      print(
        `Secrets encrypted with the key ${key}: ${number(moved)}. Secrets that already used this key: ${number(there)}.`,
      );
      if (left > 0)
        throw new CommandRefused(
          `Secrets that still use another key because running servers use it: ${number(left)}. Reload SECRETS_KEY in all ` +
            'servers, then run this command again.',
        );
      if (lost.length > 0)
        throw new CommandRefused(
          `No key in SECRETS_KEY can decrypt the secrets of integrations with these IDs: ${lost.join(', ')}. Add the missing key, or create ` +
            'new credentials.',
        );
      if (lostWebhooks.length > 0)
        throw new CommandRefused(
          `No key in SECRETS_KEY can decrypt the secrets of webhooks with these IDs: ${lostWebhooks.join(', ')}. Add the missing key, or rotate ` +
            'their secrets.',
        );
    });
};

/** Adds `admin`, `role`, `integration` and `secrets:rotate` (running.md). */
export const accountCommands = (program: Command, rooms: readonly Room[]): void => {
  const manage: Manage = (work) => withApp(rooms, (app) => work(app.get(ManageAccounts)));
  adminCommands(program, manage, rooms);
  roleCommands(program, manage, rooms);
  integrationCommands(program, manage);
  secretsCommand(program, rooms);
};
