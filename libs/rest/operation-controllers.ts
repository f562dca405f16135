import {
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  Inject,
  Post,
  Put,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import type { Request } from 'express';
import { ChangeLog, type Page, grouped } from '../kernel/index.js';
import {
  bodyOf,
  type Operation,
  type OperationContext,
  type SearchRequest,
  type ServiceToken,
  Versioned,
} from '../operations/index.js';
import {
  AnonymousSearches,
  answerTo,
  Describes,
  type Exchange,
  exchangeOf,
  NEED,
  NeverStored,
  OnlyReads,
} from '../web/index.js';
import { versioned, written } from './answers.js';
import { declareBody } from './body.js';
import { Within } from './deadline-kind.js';
import { RESOURCE } from './declared-routes.js';
import { Heavy } from './heavy.js';
import { KeepsSteps } from './idempotency.js';
import { type InputReader, inputReader } from './input-reader.js';
import { PATH_IDS, QUERY } from './params.js';
import { RestController } from './rest-controller.js';
import { SEARCHED } from './searched.js';

const VERBS = { GET: Get, POST: Post, PUT: Put, DELETE: Delete } as const;

/** One call of an operation, read from a request. */
interface RestCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}

class RestContext implements OperationContext {
  constructor(private readonly exchange: Exchange) {}

  get caller(): never {
    // Behind the guard it is what the operation's right promises.
    return this.exchange.caller as never;
  }

  get namedStore() {
    return this.exchange.store;
  }

  get call() {
    return this.exchange.sent?.pathCall;
  }

  storeView() {
    return this.exchange.storeView();
  }

  tell(refusal: unknown): object | null {
    return answerTo(refusal)?.body ?? null;
  }
}

const callOf = createParamDecorator((read: InputReader, context: ExecutionContext): RestCall => {
  const request = context.switchToHttp().getRequest<Request>();
  const exchange = exchangeOf(request);
  return { input: read(request, exchange), context: new RestContext(exchange) };
});

/** `{"items", "search_criteria", "total_count"}` of a page (wire.md §4); anything else as it is. */
const shaped = ({ output, input }: Operation): ((answer: unknown, values: RestCall['input']) => unknown) => {
  const criteria = Object.entries(input).find(([, { from }]) => from === 'criteria')?.[0];
  if (criteria === undefined || output.kind !== 'search') return (answer) => answer;
  return (answer, values) => {
    const { items, total } = answer as Page<unknown>;
    return { items, search_criteria: (values[criteria] as SearchRequest).echo, total_count: total };
  };
};

/** It waits in the lane of searches that nobody is signed in for (wire.md, "4. searchCriteria"). */
const isOpenSearch = ({ right, input }: Operation): boolean =>
  right.kind === 'anonymous' && Object.values(input).some(({ from }) => from === 'criteria');

type Method = (this: { readonly services: Services }, call: RestCall) => Promise<unknown>;

const methodOf = (operation: Operation): Method => {
  const shape = shaped(operation);
  const { tellsVersion = false, effect, keepsSteps = false } = operation;
  const isOpen = isOpenSearch(operation);
  const run = async (services: Services, { input, context }: RestCall): Promise<unknown> => {
    const work = () => operation.run(services.of(operation), input, context);
    const answer = await (isOpen ? services.one(AnonymousSearches).run(context, async () => work()) : work());
    return answer instanceof Versioned ? versioned(shape(answer.answer, input), answer.version) : shape(answer, input);
  };
  return tellsVersion && effect !== 'reads' && !keepsSteps
    ? function (call) {
        return written(this.services.changes, () => run(this.services, call));
      }
    : function (call) {
        return run(this.services, call);
      };
};

/** The services that the operations of a controller run on. */
class Services {
  constructor(
    readonly changes: ChangeLog,
    private readonly byToken: ReadonlyMap<ServiceToken, unknown>,
  ) {}

  of({ by }: Operation): unknown {
    return typeof by === 'function' ? this.one(by) : by.map((token) => this.one(token));
  }

  one<S>(token: ServiceToken<S>): S {
    return this.byToken.get(token) as S;
  }
}

const decorate = (prototype: object, operation: Operation): void => {
  const { service, name, rest, right, effect, input, output } = operation;
  // It would quietly take the place of the other.
  if (name === 'services' || name in prototype) throw new Error(`${service} has something called ${name} already`);
  const property = { value: methodOf(operation), writable: true, configurable: true };
  Object.defineProperty(property.value, 'name', { value: name });
  Object.defineProperty(prototype, name, property);
  const body = bodyOf(input);
  const parts = Object.values(input);
  const metadata: readonly (readonly [string, unknown])[] = [
    [NEED, right],
    [RESOURCE, operation.resource],
    [PATH_IDS, parts.flatMap((part) => (part.from === 'id' ? [part.name] : []))],
    [QUERY, parts.flatMap((part) => (part.from === 'query' ? part.fields : []))],
    [SEARCHED, parts.find(({ from }) => from === 'criteria')],
  ];
  const decorators: readonly MethodDecorator[] = [
    VERBS[rest.verb](rest.path),
    ...metadata.flatMap(([key, value]) => (value === undefined ? [] : [SetMetadata(key, value)])),
    Describes({ ...operation, answer: output }),
    ...(effect === 'reads' && rest.verb !== 'GET' ? [OnlyReads()] : []),
    ...(operation.deadline === undefined ? [] : [Within(operation.deadline)]),
    ...(operation.heavy === undefined ? [] : [Heavy(operation.heavy)]),
    ...(operation.keepsSteps ? [KeepsSteps()] : []),
    ...(rest.neverStored ? [NeverStored()] : []),
  ];
  for (const apply of decorators) apply(prototype, name, property);
  if (body) declareBody(prototype, name, body);
  callOf(inputReader(input))(prototype, name, 0);
};

const controllerOf = (service: string, operations: readonly Operation[]): Type => {
  const lane = operations.some(isOpenSearch) ? [AnonymousSearches] : [];
  const tokens = [...new Set<ServiceToken>([...operations.flatMap(({ by }) => by), ...lane])];
  class OperationsController {
    readonly services: Services;

    constructor(changes: ChangeLog, ...found: readonly unknown[]) {
      this.services = new Services(changes, new Map(tokens.map((token, place) => [token, found[place]])));
    }
  }
  for (const [place, token] of [ChangeLog, ...tokens].entries()) Inject(token)(OperationsController, undefined, place);
  for (const operation of operations) decorate(OperationsController.prototype, operation);
  Object.defineProperty(OperationsController, 'name', { value: `${service}Controller` });
  RestController('')(OperationsController);
  return OperationsController;
};

/** The REST routes of these operations: a controller for each service, to stand in the module that provides what they run on. */
export const operationControllers = (operations: readonly Operation[]): Type[] =>
  [...grouped(operations, ({ service }) => service)].map(([service, own]) => controllerOf(service, own));
