import type { Command } from 'commander';
import { type Operation, soapNameOf, REST_BASE } from '../../libs/operations/index.js';
import { aclId, servedPath } from '../../libs/web/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { operationsOf, wireSettings } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { type Listing, listing, printList } from './listing.js';

type Settings = ReturnType<typeof wireSettings>;

const HEAD = ['verb', 'path', 'SOAP operation', 'right', 'effect'] as const;

const rowOf = (operation: Operation, settings: Settings) => {
  const { rest, right, effect } = operation;
  return {
    verb: rest.verb,
    path: servedPath(`${REST_BASE}/${rest.path}`, settings),
    soap_operation: soapNameOf(operation),
    right: right.kind === 'right' ? aclId(settings, right.right) : right.kind,
    effect,
  };
};

/** `operations`: a table of the operations of the installed modules (running.md). */
export const operationsCommand = (program: Command, rooms: readonly Room[]): void => {
  listing(program.command('operations'))
    .description('List the operations of the installed modules with verb, path, SOAP operation, right and effect')
    .action((options: Listing) => {
      const settings = loadSettings(rooms);
      const wire = wireSettings(settings);
      const found = operationsOf(settings).map((operation) => rowOf(operation, wire));
      printList(found, options, HEAD, ({ verb, path, soap_operation, right, effect }) => [
        verb,
        path,
        soap_operation,
        right,
        effect,
      ]);
    });
};
