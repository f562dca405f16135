import type { Command } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { fieldsOf, toWire } from '../../libs/records/index.js';
import { ManageAccounts, OAuthCredentials, RotateSecrets } from '../access/index.js';
import { CommandRefused, number, print, withApp } from './context.js';
import { readPassword } from './password.js';

type Manage = <T>(work: (accounts: ManageAccounts) => Promise<T>) => Promise<T>;

const state = (isActive: number): string => (isActive === 1 ? 'active' : 'inactive');

const table = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};

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

const adminCommands = (program: Command, manage: Manage): void => {
  const admin = program.command('admin').description('Administrators: who signs in with user name and password');
  admin
    .command('create')
    .description('Makes an administrator; the password is asked for, or read from standard input')
    .requiredOption('--username <name>', 'signs in with this name')
    .option('--email <address>', 'e-mail address')
    .option('--role <name>', 'role; without one: Administrators, who may do everything')
    .action(async ({ username, email, role }: User) => {
      const password = await readPassword();
      const given = { username, password, ...(email ? { email } : {}), ...(role ? { role } : {}) };
      const made = await manage((accounts) => accounts.createAdmin(given));
      print(`Administrator ${made.username} is made.`);
    });
  admin
    .command('list')
    .description('Lists administrators')
    .action(async () => {
      const [admins, roles] = await manage(async (accounts) => [
        await accounts.listAdmins(),
        new Map((await accounts.listRoles()).map(({ id, name }) => [id, name])),
      ]);
      table([
        ['USERNAME', 'EMAIL', 'ROLE', 'STATE'],
        ...admins.map(({ username, email, roleId, isActive }) => [
          username,
          email,
          roles.get(roleId) ?? String(roleId),
          state(isActive),
        ]),
      ]);
    });
  admin
    .command('password')
    .description('Sets a password; older tokens are dead')
    .requiredOption('--username <name>', 'whose')
    .action(async ({ username }: User) => {
      const password = await readPassword();
      await manage((accounts) => accounts.setAdminPassword(username, password));
      print(`The password of ${username} is set.`);
    });
  admin
    .command('deactivate')
    .description('Lets an administrator sign in and act no longer')
    .requiredOption('--username <name>', 'whom')
    .action(async ({ username }: User) => {
      await manage((accounts) => accounts.deactivateAdmin(username));
      print(`${username} is inactive.`);
    });
};

const roleCommands = (program: Command, manage: Manage): void => {
  const role = program.command('role').description('Roles: named sets of rights');
  role
    .command('create')
    .description('Makes a role')
    .requiredOption('--name <name>', 'unique name')
    .requiredOption('--resource <acl>', 'a right, such as _Customerprice::manage; can be given several times', several)
    .action(async ({ name, resource }: Granted) => {
      await manage((accounts) => accounts.createRole(name, resource));
      print(`Role ${name} is made.`);
    });
  role
    .command('list')
    .description('Lists roles and their rights')
    .action(async () => {
      const roles = await manage((accounts) => accounts.listRoles());
      table([['NAME', 'RESOURCES'], ...roles.map(({ name, resources }) => [name, resources.join(' ')])]);
    });
};

const integrationCommands = (program: Command, manage: Manage): void => {
  const integration = program.command('integration').description('Integrations: programs with a long-lived token');
  integration
    .command('create')
    .description('Makes an integration and prints its token, once')
    .requiredOption('--name <name>', 'unique name')
    .requiredOption('--resource <acl>', 'a right, such as _Pricing::calculate; can be given several times', several)
    .action(async ({ name, resource }: Granted) => {
      const { token } = await manage((accounts) => accounts.createIntegration(name, resource));
      print(token);
    });
  integration
    .command('list')
    .description('Lists integrations and their rights')
    .action(async () => {
      const found = await manage((accounts) => accounts.listIntegrations());
      table([
        ['NAME', 'STATE', 'RESOURCES'],
        ...found.map(({ name, isActive, resources }) => [name, state(isActive), resources.join(' ')]),
      ]);
    });
  integration
    .command('rotate')
    .description('Prints a new token, once; the former one is dead')
    .requiredOption('--name <name>', 'whose')
    .action(async ({ name }: Named) => print(await manage((accounts) => accounts.rotateIntegration(name))));
  oauthCommand(integration, manage);
  integration
    .command('revoke')
    .description('Takes the token away')
    .requiredOption('--name <name>', 'whose')
    .action(async ({ name }: Named) => {
      await manage((accounts) => accounts.revokeIntegration(name));
      print(`The token of ${name} is dead.`);
    });
};

/** Under the names that clients have for them. */
const tellCredentials = (credentials: OAuthCredentials): void => {
  for (const [name, value] of Object.entries(toWire(fieldsOf(OAuthCredentials), credentials)))
    print(`${name} ${String(value)}`);
};

const oauthCommand = (integration: Command, manage: Manage): void => {
  integration
    .command('oauth')
    .description('Prints new OAuth 1.0a credentials, once; the former ones are dead')
    .requiredOption('--name <name>', 'whose')
    .option('--end', 'ends them instead')
    .action(async ({ name, end = false }: Named & { readonly end?: boolean }) => {
      if (!end) tellCredentials(await manage((accounts) => accounts.makeOAuthCredentials(name)));
      else {
        await manage((accounts) => accounts.endOAuthCredentials(name));
        print(`The OAuth credentials of ${name} are dead.`);
      }
    });
};

/** `secrets:rotate` (running.md). */
const secretsCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('secrets:rotate')
    .description('Puts all stored secrets under the newest key of SECRETS_KEY; where none is set, under a new one')
    .action(async () => {
      const { key, moved, there, left, lost, lostWebhooks } = await withApp(rooms, (app) =>
        app.get(RotateSecrets).rotate(),
      );
      print(`${number(moved)} secrets are put under the key ${key}; ${number(there)} were there already.`);
      if (left > 0)
        throw new CommandRefused(
          `${number(left)} are still under another key, since servers go on to store under it: have all of them read ` +
            'SECRETS_KEY again, and call this once more.',
        );
      if (lost.length > 0)
        throw new CommandRefused(
          `No key of SECRETS_KEY opens those of the integrations ${lost.join(', ')}: give the key that does, or make ` +
            'their credentials anew.',
        );
      if (lostWebhooks.length > 0)
        throw new CommandRefused(
          `No key of SECRETS_KEY opens those of the webhooks ${lostWebhooks.join(', ')}: give the key that does, or rotate ` +
            'their secrets.',
        );
    });
};

/** `admin`, `role`, `integration` and `secrets:rotate` (running.md). */
export const accountCommands = (program: Command, rooms: readonly Room[]): void => {
  const manage: Manage = (work) => withApp(rooms, (app) => work(app.get(ManageAccounts)));
  adminCommands(program, manage);
  roleCommands(program, manage);
  integrationCommands(program, manage);
  secretsCommand(program, rooms);
};
