import type { Operation } from '../../../libs/operations/index.js';

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

/** An operation, and the decoded path variables of the request. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

const matches = ({ segments }: Route, path: readonly string[]): boolean =>
  segments.length === path.length && segments.every((one, at) => one.startsWith(':') || one === path[at]);

/** Finds the operation that a REST route calls. */
export class OperationRoutes {
  private readonly routes: readonly Route[];

  constructor(operations: readonly Operation[]) {
    this.routes = operations.map((operation) => ({ operation, segments: operation.rest.path.split('/') }));
  }

  /** Prefers fixed segments to variables. Undefined if there is no such route or the path is invalid. */
  find(verb: string, path: string): FoundOperation | undefined {
    const segments = path.replace(/\/+$/, '').split('/');
    const [best] = this.routes
      .filter((route) => route.operation.rest.verb === verb && matches(route, segments))
      .sort((one, other) =>
        one.segments.join('/').replaceAll(':', '~') < other.segments.join('/').replaceAll(':', '~') ? -1 : 1,
      );
    if (!best) return undefined;
    try {
      const params = best.segments.flatMap((name, at) =>
        name.startsWith(':') ? [[name.slice(1), decodeURIComponent(segments[at] ?? '')] as const] : [],
      );
      return { operation: best.operation, params: Object.fromEntries(params) };
    } catch (error) {
      if (error instanceof URIError) return undefined;
      throw error;
    }
  }
}
