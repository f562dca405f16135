import { at, type ChangeLog, type Fault, type Page, PreconditionFailed, refuse } from '../kernel/index.js';
import {
  type Operation,
  type OperationContext,
  type PartSpec,
  type SearchRequest,
  type ServiceToken,
  Versioned,
} from '../operations/index.js';
import {
  type BulkService,
  type Input,
  keyedCriteria,
  type Recorded,
  type References,
  replaceKeys,
  serviceOf,
} from '../records/index.js';
import { AnonymousSearches, answerTo, type HttpRequestContext, jsonForm, matchesWeakly } from '../web/index.js';
import { type InputReader, inputReader } from './input-reader.js';

/** The result of an operation. */
export interface Answered {
  /** The declared `output`, with snake_case names. A search returns `{items, search_criteria, total_count}`. */
  readonly body: unknown;
  /** The change-log version of the result, if the operation returns one. */
  readonly version: number | undefined;
}

type OperationInput = Readonly<Record<string, unknown>>;

export type FindService = <S>(token: ServiceToken<S>) => S;

/** Formats a page as `{"items", "search_criteria", "total_count"}` (wire.md §4); returns other answers unchanged. */
const shaped = ({ output, input }: Operation): ((answer: unknown, values: OperationInput) => unknown) => {
  const criteria = Object.entries(input).find(([, { from }]) => from === 'criteria')?.[0];
  if (criteria === undefined || output.kind !== 'search') return (answer) => answer;
  return (answer, values) => {
    const { items, total, etags } = answer as Page<unknown>;
    const page = { items, search_criteria: (values[criteria] as SearchRequest).echo, total_count: total };
    return etags ? { ...page, etags } : page;
  };
};

/** Replaces business keys in the value of a part by ids. The service does this for the rows of bulk calls. */
const partWithIds = async (part: PartSpec, value: unknown, references: References): Promise<unknown> => {
  const replaced = async (
    fields: Parameters<typeof replaceKeys>[0],
    inputs: readonly Input[],
    named: (fault: Fault, index: number) => Fault = (fault) => fault,
  ): Promise<readonly Input[]> => {
    const read = await replaceKeys(fields, inputs, references);
    refuse(read.flatMap(({ faults }, index) => faults.map((fault) => named(fault, index))));
    return read.map(({ input }) => input);
  };
  if (part.from === 'criteria') {
    const search = value as SearchRequest;
    const criteria = await keyedCriteria(part.fields, search.criteria, references);
    return criteria === search.criteria ? search : { ...search, criteria };
  }
  if (part.from === 'query') return (await replaced(part.fields, [value as Input]))[0];
  if (part.from !== 'body') return value;
  const { body } = part;
  switch (body.kind) {
    case 'record':
      return (await replaced(body.resource.fields, [value as Input]))[0];
    case 'records':
      return replaced(body.resource.fields, value as readonly Input[], (fault, index) =>
        at(`${body.wrapper}[${index}]`, fault),
      );
    case 'wrapped':
    case 'plain':
      return (await replaced(body.fields, [value as Input]))[0];
    default:
      return value;
  }
};

const withIds = async ({ input }: Operation, sent: OperationInput, references: References): Promise<OperationInput> => {
  const read: Record<string, unknown> = { ...sent };
  for (const [name, part] of Object.entries(input)) read[name] = await partWithIds(part, sent[name], references);
  return read;
};

/** Whether an operation uses the queue for anonymous searches (wire.md, "4. searchCriteria"). */
export const isOpenSearch = ({ right, input }: Operation): boolean =>
  right.kind === 'anonymous' && Object.values(input).some(({ from }) => from === 'criteria');

/** An operation with its services. Every interface calls operations through this class. */
export class ServedOperation {
  /** Parses the input; refuses input that does not match the declaration. Has no side effects. */
  readonly read: InputReader;
  private readonly shape: ReturnType<typeof shaped>;
  private readonly isOpen: boolean;
  private readonly tellsOfWrite: boolean;

  constructor(
    readonly operation: Operation,
    private readonly find: FindService,
    private readonly changes: ChangeLog,
    readonly references?: References,
  ) {
    const { tellsVersion = false, effect, keepsSteps = false } = operation;
    this.read = inputReader(operation.input, references?.resources);
    this.shape = shaped(operation);
    this.isOpen = isOpenSearch(operation);
    this.tellsOfWrite = tellsVersion && effect !== 'reads' && !keepsSteps;
  }

  /** Returns a service that the operation needs. */
  service<S>(token: ServiceToken): S {
    return this.find(token) as S;
  }

  /** The service that saves many rows in one call, if the operation declares `saves`. */
  get rows(): { readonly service: BulkService<Recorded>; readonly verb: 'create' | 'update' } | undefined {
    const { saves, resource } = this.operation;
    return saves && resource && { service: this.find(serviceOf(resource)), verb: saves };
  }

  /** Runs the operation with input from `read`. Callers must check `mayCall` first. */
  async run(input: OperationInput, context: OperationContext): Promise<Answered> {
    if (!this.tellsOfWrite) return this.answered(input, context);
    const { result, version } = await this.changes.observe(() => this.answered(input, context));
    return { body: result.body, version: version ?? (await this.changes.version()) };
  }

  /** Like `run`, but returns only the body. */
  async answer(input: OperationInput, context: OperationContext): Promise<unknown> {
    return (await this.answered(input, context)).body;
  }

  private async answered(sent: OperationInput, context: OperationContext): Promise<Answered> {
    const { operation, find, references } = this;

    const { by } = operation;
    const services: unknown = typeof by === 'function' ? find(by) : by.map((token) => find(token));
    const work = async () =>
      operation.run(services, references ? await withIds(operation, sent, references) : sent, context);
    const answer = await (this.isOpen ? find(AnonymousSearches).run(context, work) : work());
    return answer instanceof Versioned
      ? { body: this.shape(answer.answer, sent), version: answer.version }
      : { body: this.shape(answer, sent), version: undefined };
  }
}

/** The operations of the installed modules. Available once the application is built. */
export class ServedOperations {
  private readonly served: ServedOperation[] = [];

  get all(): readonly ServedOperation[] {
    return this.served;
  }

  named({ service, name }: Pick<Operation, 'service' | 'name'>): ServedOperation {
    const found = this.find(service, name);
    if (!found) throw new Error(`${service} ${name} is not served`);
    return found;
  }

  /** Undefined if no installed module offers it. */
  find(service: string, name: string): ServedOperation | undefined {
    return this.served.find(({ operation }) => operation.service === service && operation.name === name);
  }

  add(operation: ServedOperation): void {
    this.served.push(operation);
  }
}

/** `W/` is ignored, because proxies that compress responses weaken ETags. */
const check = ({ ifMatch, ifNoneMatch }: Pick<RestParts, 'ifMatch' | 'ifNoneMatch'>, etag: string): void => {
  if (ifMatch !== undefined && !matchesWeakly(ifMatch, etag)) throw new PreconditionFailed();
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag))
    throw new PreconditionFailed(
      'The record already exists. To change or delete it, send the request without If-None-Match.',
    );
};

/** Parts of a request that only REST has. */
interface RestParts {
  /** The If-Match header. */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The query parameter `fields`. */
  fields(): unknown;
}

export class HttpOperationContext implements OperationContext {
  /** `rest`: parts that only REST requests have. */
  constructor(
    private readonly requestContext: HttpRequestContext,
    private readonly rest?: RestParts,
  ) {}

  get caller(): never {
    // The guard has already checked that the caller matches the operation's access rule.
    return this.requestContext.caller as never;
  }

  get namedStore() {
    return this.requestContext.store;
  }

  get call() {
    return this.requestContext.sent?.pathCall;
  }

  get conditions() {
    const { rest } = this;
    if (rest?.ifMatch === undefined && rest?.ifNoneMatch === undefined) return undefined;
    return { needRecord: rest.ifMatch !== undefined, check: (etag: string) => check(rest, etag) };
  }

  storeView() {
    return this.requestContext.storeView();
  }

  tell(refusal: unknown): object | null {
    return answerTo(refusal)?.body ?? null;
  }

  get json() {
    return this.rest && jsonForm(this.rest.fields());
  }
}
