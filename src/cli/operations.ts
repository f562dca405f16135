import type { Command } from 'commander';
import { type Operation, soapNameOf, REST_BASE } from '../../libs/operations/index.js';
import { aclId, servedPath } from '../../libs/web/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { operationsOf, wireSettings } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { print } from './context.js';

type Settings = ReturnType<typeof wireSettings>;

const HEAD = ['verb', 'path', 'SOAP operation', 'right', 'effect'] as const;

const rowOf = (operation: Operation, settings: Settings): readonly string[] => {
  const { rest, right, effect } = operation;
  return [
    rest.verb,
    servedPath(`${REST_BASE}/${rest.path}`, settings),
    soapNameOf(operation),
    right.kind === 'right' ? aclId(settings, right.right) : right.kind,
    effect,
  ];
};

/** `operations`: a table of the operations of the installed modules (running.md). */
export const operationsCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('operations')
    .description('List the operations of the installed modules with verb, path, SOAP operation, right and effect')
    .action(() => {
      const settings = loadSettings(rooms);
      const wire = wireSettings(settings);
      const rows = [HEAD, ...operationsOf(settings).map((operation) => rowOf(operation, wire))];
      const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
      for (const row of rows)
        print(
          row
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd(),
        );
    });
};
