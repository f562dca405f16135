import type { INestApplication, Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService } from '@nestjs/core';
import type { Command } from 'commander';
import { ASYNC_BASE, type Operation, REST_BASE, type ServiceToken, soapNameOf } from '../../libs/operations/index.js';
import { aclId, type DeclaredRoute, DeclaredRoutes, servedPath } from '../../libs/web/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { operationsOf, wireSettings } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { withServer } from './context.js';
import { type Listing, listing, printList } from './listing.js';
import { SourceFiles } from './source-files.js';

type Settings = ReturnType<typeof wireSettings>;

interface RouteFile {
  readonly verb: string;
  readonly path: string;
  readonly declared_in: string;
  readonly run_by: readonly string[];
}

type Files = Pick<RouteFile, 'declared_in' | 'run_by'>;

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

/** Whether a route accepts calls that run later. */
const isLater = ({ path }: DeclaredRoute): boolean => path.startsWith(ASYNC_BASE.replace(/V1$/, ''));

/**
 * Finds the source files behind the routes of an application: of the declaration, and of the services in its
 * container.
 */
class RouteFiles {
  private readonly files = new SourceFiles();
  private readonly operations: ReadonlyMap<string, Operation>;
  private readonly controllers: ReadonlyMap<string, Type>;

  constructor(
    private readonly app: INestApplication,
    operations: readonly Operation[],
  ) {
    this.operations = new Map(operations.map((one) => [`${one.service}Controller.${one.name}`, one]));
    const found = app.get(DiscoveryService, { strict: false }).getControllers();
    this.controllers = new Map(found.map(({ metatype }) => [metatype?.name ?? '', metatype as Type]));
  }

  close(): void {
    this.files.close();
  }

  rowsOf({ verb, path, handler, description }: DeclaredRoute): readonly RouteFile[] {
    const operation = this.operations.get(handler);
    const files = operation ? this.filesOf(operation) : this.filesOfHandler(handler);
    return (description?.paths ?? [path]).map((one) => ({ verb, path: one, ...files }));
  }

  /** The operations of a record are declared in the file of the record itself. */
  private filesOf({ run, by, resource }: Operation): Files {
    const file = this.files.pathOf(run);
    const declared = resource && file.startsWith('libs/') ? this.files.pathOf(resource.record) : file;
    const services = (Array.isArray(by) ? by : [by]) as readonly ServiceToken[];
    const files = services.map((token) => this.serviceFile(token));
    return { declared_in: declared, run_by: [...new Set(files)] };
  }

  private filesOfHandler(handler: string): Files {
    const controller = this.controllers.get(handler.slice(0, handler.lastIndexOf('.')));
    if (!controller) throw new Error(`no controller of the application has ${handler}`);
    const injected = (Reflect.getMetadata(PARAMTYPES_METADATA, controller) ?? []) as readonly ServiceToken[];
    const services = injected.map((token) => this.serviceFile(token)).filter((file) => !/\bsettings\.ts$/.test(file));
    const used = services.filter((file) => file.includes('/application/'));
    const own = this.files.pathOf(controller);
    const files = [used, services].find((some) => some.length > 0) ?? [own];
    return { declared_in: own, run_by: [...new Set(files)] };
  }

  /** The file of the provider's class, or of the token if the provider is a plain object. */
  private serviceFile(token: ServiceToken): string {
    const { constructor } = this.app.get<object>(token, { strict: false });
    return this.files.pathOf(constructor === Object ? token : constructor);
  }
}

const printFiles = (rooms: readonly Room[], options: Listing): Promise<void> =>
  withServer(rooms, (app, settings) => {
    const wire = wireSettings(settings);
    const files = new RouteFiles(app, operationsOf(settings));
    try {
      const routes = app.get(DeclaredRoutes).all.filter((route) => !isLater(route));
      const rows = routes.flatMap((route) => files.rowsOf({ ...route, path: servedPath(route.path, wire) }));
      // Lists a route with several spellings only once.
      const once = new Map(rows.map((row) => [JSON.stringify(row), row]));
      const head = ['verb', 'path', 'declared in', 'run by'];
      printList([...once.values()], options, head, ({ verb, path, declared_in, run_by }) => [
        verb,
        path,
        declared_in,
        run_by.join(', '),
      ]);
    } finally {
      files.close();
    }
  });

/** Adds `operations`, which prints the operations of the installed modules (running.md). */
export const operationsCommand = (program: Command, rooms: readonly Room[]): void => {
  listing(program.command('operations'))
    .description('List the operations of the installed modules with verb, path, SOAP operation, right and effect')
    .option('--files', 'list all routes instead, each with the file that declares it and the files that implement it')
    .action(async ({ files = false, ...options }: Listing & { readonly files?: boolean }) => {
      if (files) {
        await printFiles(rooms, options);
        return;
      }
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
