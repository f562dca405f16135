import { grouped } from '../kernel/index.js';
import { pascalCase, type Resources } from '../records/index.js';
import { type Operation, soapNameOf } from '../operations/index.js';
import type { ServedOperation } from '../calls/index.js';
import { DeclaredShapes } from './declared-shapes.js';
import { OperationShapes, type SoapOperation } from './soap-operation.js';

/**
 * The prefix of an operation's type names: the first segment of its path, spelled like the service if its name starts
 * with it (`customerDocuments…` for `customerdocuments/…`).
 */
export const namespaceOf = ({ service, rest: { path } }: Operation): string => {
  const words = (path.split('/')[0] ?? '').split('-');
  const [spelt, joined] = [service.slice(0, words.join('').length), words.join('')];
  return spelt.toLowerCase() === joined.toLowerCase() ? pascalCase(spelt) : words.map(pascalCase).join('');
};

/** XML has no common format for bytes, so such operations are not in SOAP. */
const isOffered = ({ output, onlyRest }: Operation): boolean => output.kind !== 'bytes' && onlyRest !== true;

/** All SOAP operations by service. Throws at startup if two have the same name. */
export class SoapServices {
  private readonly byService: ReadonlyMap<string, readonly SoapOperation[]>;
  private readonly shapes = new DeclaredShapes();

  constructor(
    all: readonly ServedOperation[],
    private readonly resources: Resources,
  ) {
    const offered = all.filter(({ operation }) => isOffered(operation));
    this.byService = new Map(
      [...grouped(offered, ({ operation }) => operation.service)].map(([service, own]) => [
        service,
        this.operations(own),
      ]),
    );
    this.shapes.settle();
  }

  get names(): readonly string[] {
    return [...this.byService.keys()];
  }

  /** Undefined if the service does not exist. */
  operationsOf(service: string): readonly SoapOperation[] | undefined {
    return this.byService.get(service);
  }

  private operations(own: readonly ServedOperation[]): readonly SoapOperation[] {
    return [...grouped(own, ({ operation }) => soapNameOf(operation))].map(([name, [first, second, ...more]]) => {
      if (!first) throw new Error(`SOAP: no operation is called ${name}`);
      const shapes = new OperationShapes(this.shapes, this.resources, namespaceOf(first.operation));
      if (!second) return shapes.operation(name, first);
      const [create, update] = first.operation.name === 'create' ? [first, second] : [second, first];
      const areOne = create.operation.name === 'create' && update.operation.name === 'update' && more.length === 0;
      if (!areOne) throw new Error(`SOAP: several operations would be called ${name}`);
      return shapes.save(name, create, update);
    });
  }
}
