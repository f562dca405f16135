import type { DeadlineKind } from '../kernel/index.js';
import type { AnswerForm } from '../calls/index.js';
import type { ServedCall } from '../web/index.js';
import type { NextFunction, Request, Response } from 'express';

/** Methods of REST routes; other methods are handled before routing (wire.md §1). */
export const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Verb = (typeof VERBS)[number];

export type Handler = (request: Request, response: Response, next: NextFunction) => unknown;

export interface Route {
  readonly verb: Verb;
  /** The registered path, such as `/rest/V1/commerce/products/:id`. */
  readonly path: string;
  readonly handler: Handler;
  /** Whether the response is JSON by Kontor: the handler is declared, and not for bytes or pages. */
  readonly json: boolean;
  /** Whether HEAD is supported too, as for bytes and pages. */
  readonly head: boolean;
  /** The deadline kind of its requests. */
  readonly deadline: DeadlineKind;
  /** Formats the result of its handler. */
  readonly form: AnswerForm;
  /** Whether the response is a record with an ETag. */
  readonly tagged: boolean;
  /** Name of the operation. */
  readonly served: ServedCall;
  /** Formats errors before its handler runs; undefined for the REST format. */
  readonly refuse?: (error: unknown, request: Request, response: Response) => void;
}

interface Node {
  readonly literals: Map<string, Node>;
  variable: Node | undefined;
  readonly routes: Map<Verb, { readonly route: Route; readonly names: readonly string[] }>;
}

/** A known path, with the raw text of its parameters. */
interface Match {
  /** The route for this method; undefined if the path exists without it. */
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string>>;
}

const newNode = (): Node => ({ literals: new Map(), variable: undefined, routes: new Map() });

/** Plain segments and whole-segment parameters; Express handles all other patterns of libraries. */
const SIMPLE = /^(?:\/(?::[A-Za-z]\w*|[^/:*{}()[\]?+!\\]+))+$/;

/** Removes trailing slashes, which have no meaning (wire.md §1). */
export const withoutTrailingSlash = (path: string): string => {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end -= 1;
  return end === path.length ? path : path.slice(0, end);
};

/**
 * All routes as a tree of path segments. A literal segment takes precedence over a parameter, whatever the order of
 * registration. The time to find a route depends on the length of its path, not on the number of routes.
 */
export class RouteTable {
  private readonly root = newNode();
  /** Nodes by path, for paths without parameters. */
  private readonly literal = new Map<string, Node>();
  private readonly all: Route[] = [];

  /** The routes in order of registration. */
  get routes(): readonly Route[] {
    return this.all;
  }

  static takes(path: string): boolean {
    return SIMPLE.test(withoutTrailingSlash(path));
  }

  /** Throws if the same method and path are registered twice, because the second route could never be reached. */
  add(route: Route): void {
    const names: string[] = [];
    let node = this.root;
    for (const segment of withoutTrailingSlash(route.path).slice(1).split('/')) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node.variable ??= newNode();
        node = node.variable;
        continue;
      }
      const next = node.literals.get(segment) ?? newNode();
      node.literals.set(segment, next);
      node = next;
    }
    if (node.routes.has(route.verb)) throw new Error(`${route.verb} ${route.path} is registered twice`);
    node.routes.set(route.verb, { route, names });
    if (names.length === 0) this.literal.set(withoutTrailingSlash(route.path), node);
    this.all.push(route);
  }

  /**
   * Finds the route of a path; undefined if the path does not exist with any method. Parameters are percent-decoded
   * once, including `%2F`. Throws `URIError` for invalid percent-encoding.
   */
  find(verb: Verb, path: string): Match | undefined {
    const literal = this.literal.get(path);
    if (literal) return { route: literal.routes.get(verb)?.route, params: {} };
    const segments = withoutTrailingSlash(path).slice(1).split('/');
    const values: string[] = [];
    const node = descend(this.root, segments, 0, values);
    if (!node) return undefined;
    const entry = node.routes.get(verb);
    const params: Record<string, string> = {};
    entry?.names.forEach((name, position) => (params[name] = decoded(values[position] ?? '')));
    return { route: entry?.route, params };
  }

  /** The methods of a path, for `Allow`; undefined if the path does not exist. */
  allowed(path: string): string | undefined {
    const segments = withoutTrailingSlash(path).slice(1).split('/');
    const routes = descend(this.root, segments, 0, [])?.routes;
    if (!routes) return undefined;
    const verbs = VERBS.filter((verb) => routes.has(verb));
    return [...verbs, ...(routes.get('GET')?.route.head === true ? ['HEAD'] : [])].join(', ');
  }

  /**
   * Finds the route of a path with decoded slashes: an exact match, otherwise one whose parameters may contain
   * slashes. A literal segment takes precedence over a parameter, and a short parameter over a long one, so that each
   * path has one meaning.
   */
  reading(verb: Verb, path: string): Match | undefined {
    const direct = this.find(verb, path);
    if (direct?.route) return direct;
    const segments = path.slice(1).split('/');
    const values: string[] = [];
    const entry = segments.length > READ_SEGMENTS_MAX ? undefined : reach(this.root, segments, verb, values);
    if (!entry) return undefined;
    const params: Record<string, string> = {};
    entry.names.forEach((name, position) => (params[name] = decoded(values[position] ?? '')));
    return { route: entry.route, params };
  }
}

const READ_SEGMENTS_MAX = 40;

type Entry = NonNullable<ReturnType<Node['routes']['get']>>;

const reach = (node: Node, segments: readonly string[], verb: Verb, values: string[]): Entry | undefined => {
  const [segment, ...others] = segments;
  if (segment === undefined) return node.routes.get(verb);
  const literal = node.literals.get(segment);
  const found = literal && reach(literal, others, verb, values);
  if (found || !node.variable) return found;
  for (let end = 1; end <= segments.length; end += 1) {
    const held = segments.slice(0, end);
    if (held.every((part) => part === '')) continue;
    values.push(held.join('/'));
    const behind = reach(node.variable, segments.slice(end), verb, values);
    if (behind) return behind;
    values.pop();
  }
  return undefined;
};

const decoded = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

const descend = (node: Node, segments: readonly string[], depth: number, values: string[]): Node | undefined => {
  const segment = segments[depth];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  if (literal) {
    const found = descend(literal, segments, depth + 1, values);
    if (found) return found;
  }
  if (!node.variable || segment === '') return undefined;
  values.push(segment);
  const found = descend(node.variable, segments, depth + 1, values);
  if (!found) values.pop();
  return found;
};
