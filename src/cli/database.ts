import { type Command } from 'commander';
import { checkDatabase, type CheckedServer } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { loadSettings } from '../config/config.js';
import { print } from './context.js';

const STATES = { met: 'met    ', lacking: 'LACKING', advised: 'advice ' } as const;

const printFindings = ({ server, version, findings }: CheckedServer): void => {
  print(`${server}: ${version}`);
  for (const { need, state, seen } of findings)
    print(`  ${STATES[state]} ${need}${seen === undefined ? '' : `: ${seen}`}`);
  const lacking = findings.filter(({ state }) => state === 'lacking').length;
  print(
    lacking > 0
      ? `  Kontor cannot run on this server: ${lacking} ${lacking === 1 ? 'requirement is' : 'requirements are'} not met.`
      : '  All requirements are met. Kontor is tested only on MariaDB 10.11, so other servers are not guaranteed to work.',
  );
};

/** Adds `database check` (databases.md, "The check"). */
export const databaseCommands = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('database')
    .description('Check database servers')
    .command('check')
    .description(
      'Check whether a MySQL or MariaDB server meets the requirements of Kontor. Creates and drops its own tables. Exits with 1 if a requirement is not met',
    )
    .option('--url <url>', 'URL of the server, as mysql://user:password@host:3306/name (default: DATABASE_URL)')
    .action(async ({ url }: { readonly url?: string }) => {
      const checked = await checkDatabase(url ?? loadSettings(rooms).databaseAddress);
      for (const server of checked) printFindings(server);
      if (checked.some(({ findings }) => findings.some(({ state }) => state === 'lacking'))) process.exitCode = 1;
    });
};
