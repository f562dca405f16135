import { type Command } from 'commander';
import { checkDatabase, type CheckedServer } from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { loadSettings } from '../config/config.js';
import { print } from './context.js';

const STATES = { met: 'met    ', lacking: 'LACKING', advised: 'advice ' } as const;

const tell = ({ server, version, findings }: CheckedServer): void => {
  print(`${server}: ${version}`);
  for (const { need, state, seen } of findings)
    print(`  ${STATES[state]} ${need}${seen === undefined ? '' : `: ${seen}`}`);
  const lacking = findings.filter(({ state }) => state === 'lacking').length;
  print(
    lacking > 0
      ? `  Kontor can't be run on it: ${lacking} of its needs ${lacking === 1 ? "isn't" : "aren't"} met.`
      : "  All needs are met. Kontor's own suites have run on MariaDB 10.11 alone: of another server this is no promise.",
  );
};

/** `database check` (databases.md, "The check"). */
export const databaseCommands = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('database')
    .description('What a database server must do')
    .command('check')
    .description(
      'Tries each need of Kontor on a server of MySQL’s protocol, in tables of its own; exit code 1 if one isn’t met',
    )
    .option('--url <url>', 'mysql://user:password@host:3306/name; DATABASE_URL, if not given')
    .action(async ({ url }: { readonly url?: string }) => {
      const checked = await checkDatabase(url ?? loadSettings(rooms).databaseAddress);
      for (const server of checked) tell(server);
      if (checked.some(({ findings }) => findings.some(({ state }) => state === 'lacking'))) process.exitCode = 1;
    });
};
