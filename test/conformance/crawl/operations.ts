import type { AnswerSchema } from '../../support/schema-faults.js';
import type { Json } from './crawler.js';

/** The parts of an OpenAPI schema that distinguish valid values from invalid ones. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly nullable?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly verb: string;
  /** Path in the OpenAPI document. */
  readonly template: string;
  /** Path with the prefix `/rest`, if it is below that. */
  readonly path: string;
  /** Path variables. */
  readonly variables: readonly string[];
  readonly query: readonly Parameter[];
  readonly isSearch: boolean;
  readonly takesKey: boolean;
  readonly right: string | undefined;
  readonly isOpen: boolean;
  /** Schema of JSON bodies. */
  readonly body: Schema | undefined;
  readonly bodyTypes: readonly string[];
  /** Properties of the records that a search returns. */
  readonly found: Readonly<Record<string, Schema>>;
  /** Schema of a JSON response. */
  readonly answer: AnswerSchema | undefined;
  readonly example: Json;
  /** Whether the response contains the change log version. */
  readonly tellsVersion: boolean;
}

export const VERSION_HEADER = 'X-Pricing-Version';

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];

/** `type: [x, 'null']` and `anyOf: [x, null]` as a type that may be null. */
const simple = <T extends object>(node: T, at: (node: T) => T): T => {
  const { type, anyOf } = node as { readonly type?: unknown; readonly anyOf?: readonly T[] };
  const [first, second] = anyOf ?? [];
  if (Array.isArray(type)) return { ...node, type: (type as readonly unknown[])[0], nullable: true };
  return first && second && (second as Schema).type === 'null' ? { ...node, ...at(first), nullable: true } : node;
};

export class Document {
  constructor(private readonly document: Json) {}

  /** Resolves a reference to a schema or parameter. */
  at<T extends { readonly $ref?: string }>(node: T): T {
    if (node.$ref === undefined) return simple(node, (other) => this.at(other));
    const found = node.$ref
      .slice(2)
      .split('/')
      .reduce<Json>((inner, name) => inner[name], this.document);
    return this.at<T>(found as T);
  }

  get operations(): readonly Operation[] {
    // Sorted, because the order of the document is for readers and can change.
    const paths = Object.entries(this.document.paths).sort(([one], [other]) => (one < other ? -1 : 1));
    return paths.flatMap(([template, verbs]) =>
      Object.entries(verbs as Json)
        .filter(([verb]) => VERBS.includes(verb))
        .map(([verb, operation]) => this.operation(verb, template, operation)),
    );
  }

  private operation(verb: string, template: string, operation: Json): Operation {
    const parameters = ((operation.parameters ?? []) as readonly Json[]).map((one) => this.at<Json>(one) as Parameter);
    const content = (operation.requestBody?.content ?? {}) as Readonly<Record<string, { readonly schema: Schema }>>;
    const json = content['application/json']?.schema;
    const success = operation.responses?.['200'] ?? operation.responses?.['202'];
    const answer = success?.content?.['application/json']?.schema as Schema | undefined;
    const items = answer && this.at(answer).properties?.['items']?.items;
    return {
      verb: verb.toUpperCase(),
      template,
      path: operation.servers === undefined ? `/rest${template}` : template,
      variables: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      query: parameters
        .filter(({ in: path, name }) => path === 'query' && !/^(searchCriteria|fields$)/.test(name))
        .map((one) => ({ ...one, schema: this.at(one.schema) })),
      isSearch: parameters.some(({ name }) => name.startsWith('searchCriteria')),
      takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
      right: operation['x-acl-resource'] as string | undefined,
      isOpen: operation.security === undefined || (operation.security as readonly unknown[]).length === 0,
      body: json && this.at(json),
      bodyTypes: Object.keys(content),
      found: Object.fromEntries(
        Object.entries((items && this.at(items).properties) ?? {}).map(([name, field]) => [name, this.at(field)]),
      ),
      // A binary file that happens to be JSON has no schema.
      answer: answer?.format === 'binary' ? undefined : answer,
      example: success?.content?.['application/json']?.example,
      tellsVersion: success?.headers?.[VERSION_HEADER] !== undefined,
    };
  }

  /** The document with one line for each operation and component. */
  get text(): string {
    const { paths, components, ...head } = this.document as Readonly<Record<string, Json>>;
    const lines = [
      ...Object.entries(head).map(([name, part]) => [name, part] as const),
      ...Object.entries(paths).flatMap(([path, verbs]) =>
        Object.entries(verbs as Json).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const),
      ),
      ...Object.entries(components).flatMap(([kind, parts]) =>
        Object.entries(parts as Json).map(([name, part]) => [`${kind} ${name}`, part] as const),
      ),
    ];
    return `{\n${lines.map(([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`).join(',\n')}\n}\n`;
  }
}

/** Restores the document from a recorded text. */
export const documentFrom = (text: string): Document => {
  const lines = JSON.parse(text) as Readonly<Record<string, Json>>;
  const document: Record<string, Json> = { paths: {}, components: {} };
  for (const [name, part] of Object.entries(lines)) {
    const [first = '', second] = name.split(' ');
    if (second === undefined) document[first] = part;
    else if (second.startsWith('/')) (document['paths'][second] ??= {})[first.toLowerCase()] = part;
    else (document['components'][first] ??= {})[second] = part;
  }
  return new Document(document);
};
