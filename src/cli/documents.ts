import { type Command, InvalidArgumentError } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { complain, CommandRefused, number, print, progress, safePoint, withApp } from './context.js';
import { CustomerDocumentsSettings, SweepFiles } from '../customer-documents/index.js';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const AGE_FORM = /^(\d{1,9})([smhd])$/;

/** Parses `24h` or `7d` to milliseconds. */
const age = (text: string): number => {
  const [, count = '', unit = ''] = AGE_FORM.exec(text) ?? [];
  const one = UNITS_MS[unit];
  if (one === undefined) throw new InvalidArgumentError('Expected an age, such as 30m, 24h or 7d.');
  return Number(count) * one;
};

const sweep = (rooms: readonly Room[], olderThanMs: number, dryRun: boolean): Promise<void> =>
  withApp(rooms, async (app, { ADD_ONS }) => {
    if (!ADD_ONS.includes('customer-documents'))
      throw new CommandRefused('The module customer-documents is not installed. Add it to ADD_ONS.');
    const { seen, removed, young } = await app.get(SweepFiles).sweep(olderThanMs, {
      dryRun,
      onSeen: (count) => {
        progress(`${number(count)} files checked`);
        safePoint();
      },
    });
    progress('');
    for (const key of removed) print(key);
    complain(
      `${app.get(CustomerDocumentsSettings).STORAGE_URL}: files checked: ${number(seen)}; unused files ` +
        `${dryRun ? 'to remove' : 'removed'}: ${number(removed.length)}; unused files newer than --older-than: ${number(young)}`,
    );
  });

/** Adds `documents:sweep` (documents-files.md). */
export const documentCommands = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('documents:sweep')
    .description('Remove stored files that no document refers to, such as files left by failed uploads')
    .option(
      '--older-than <age>',
      'minimum age, such as 30m, 24h or 7d; newer files can belong to uploads in progress',
      age,
      age('24h'),
    )
    .option('--dry-run', 'list the files without removing them', false)
    .action(({ olderThan, dryRun }: { readonly olderThan: number; readonly dryRun: boolean }) =>
      sweep(rooms, olderThan, dryRun),
    );
};
