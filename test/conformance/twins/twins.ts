import { ServedOperations } from '../../../libs/calls/index.js';
import type { Operation } from '../../../libs/operations/index.js';
import { Endpoints } from '../../../src/access/ports/handshakes.js';
import { PUBLIC_BASE, startApp, type TestApp } from '../../support/app.js';
import type { DatabaseKind } from '../../support/databases.js';
import type { Reply } from '../../support/send.js';
import { changes } from '../crawl/changes.js';
import { standStill } from '../crawl/clock.js';
import type { Ask, Json } from '../crawl/crawler.js';
import { Document } from '../crawl/operations.js';
import { questions } from '../crawl/questions.js';
import { refusals } from '../crawl/refusals.js';
import { setup } from '../crawl/setup.js';
import { atLast, plainly, spread, withoutKey } from './asks.js';
import { type Compared, type ComparedInterface, type TwinCall, Unsayable } from './compared-interface.js';
import { OperationRoutes } from './routes.js';
import { Side } from './side.js';
import { stateDifferences, storedState } from './stored-state.js';

const REST = /^\/rest\/(?:([^/]+)\/)?V1\/([^?]*)\??(.*)$/;
const STORES: readonly (string | undefined)[] = [undefined, 'german', 'all', 'default'];
const LATER = /^\/rest\/(?:[^/]+\/)?async\/|\/runs(?:\/reservations|\/[^/]+\/publish|\/«[^/]+»)?$/;
/** Services whose responses depend on the interface, such as the audit trail. */
const TELLS_ITS_FACE: ReadonlySet<string> = new Set(['auditTrailV1', 'deskServerStateV1']);
const TOLD = 12;
const SETTINGS = { ACL_VENDOR: 'Test', PAGE_SIZE_MAX: '40', JOB_WORKERS: '0', JOBS_PER_CALLER: '1000' };

const difference = ({ expected, actual }: Compared, restSide: Side, otherSide: Side): string | undefined => {
  try {
    expect(otherSide.normal(actual)).toEqual(restSide.normal(expected));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

interface Outcome {
  readonly differences: string[];
  /** The first differences found in stored data. */
  stored: readonly string[];
  readonly succeeded: Set<string>;
  readonly refused: Set<string>;
  /** Requests that REST accepted and the interface cannot express: the reason by operation. */
  readonly unsaid: Map<string, string>;
  compared: number;
}

/** Another application and its interface. */
export interface OtherOptions {
  readonly database: DatabaseKind;
  readonly other: (app: TestApp) => ComparedInterface;
  /** Default: any free port. */
  readonly port?: number;
}

/** Gets the same requests as the REST application, in the same state, through another interface. */
export class Twin {
  readonly outcome: Outcome = {
    differences: [],
    stored: [],
    succeeded: new Set(),
    refused: new Set(),
    unsaid: new Map(),
    compared: 0,
  };
  private readonly routes: OperationRoutes;
  /** Names of all operations that the interface has. */
  readonly names: ReadonlySet<string>;

  constructor(
    readonly side: Side,
    readonly other: ComparedInterface,
    private readonly database: DatabaseKind,
    operations: readonly Operation[],
  ) {
    const alike = operations.filter(({ service }) => !TELLS_ITS_FACE.has(service));
    this.routes = new OperationRoutes(alike);
    this.names = new Set(alike.flatMap((operation) => other.nameOf(operation) ?? []));
  }

  /** Sends the same request, over REST if the interface cannot express it, and compares the responses. */
  async ask(ask: Ask, restSide: Side, rest: Reply): Promise<void> {
    const { side } = this;
    const call = this.callOf(ask, rest);
    const compared = call && (await this.compared(call));
    this.keep(ask, compared ?? (await side.rest(ask)));
    if (call && compared) this.compare(call, compared, restSide);
  }

  /** The stored data must be the same, whichever interface was used. */
  async compareStored(restSide: Side, database: DatabaseKind): Promise<void> {
    if (this.outcome.stored.length > 0 || this.database !== database) return;
    const [stored, other] = [await storedState(restSide.app), await storedState(this.side.app)];
    this.outcome.stored = stateDifferences(stored, other).slice(0, TOLD);
  }

  /** Fails with the first of the differences, if there are any. */
  mustAgree(): void {
    const { differences, stored, compared } = this.outcome;
    const all = [...differences, ...stored];
    if (all.length > 0) throw new Error(`${all.length} differ of ${compared}\n\n${all.slice(0, TOLD).join('\n\n')}`);
  }

  /** Operations without a successful call, and operations without a refused call. */
  get missed(): { readonly succeeded: readonly string[]; readonly refused: readonly string[] } {
    const { succeeded, refused, unsaid } = this.outcome;
    const without = (those: ReadonlySet<string>) =>
      [...this.names].filter((name) => !those.has(name)).map((name) => `${name} ${unsaid.get(name) ?? ''}`);
    return { succeeded: without(succeeded), refused: without(refused) };
  }

  private async compared(call: TwinCall): Promise<Compared | undefined> {
    try {
      return await this.other.call(call, this.side);
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      if (call.rest.status < 300) this.outcome.unsaid.set(this.nameOf(call), error.message);
      return undefined;
    }
  }

  private compare(call: TwinCall, compared: Compared, restSide: Side): void {
    const { outcome } = this;
    outcome.compared += 1;
    (compared.isRefused ? outcome.refused : outcome.succeeded).add(this.nameOf(call));
    const found = difference(compared, restSide, this.side);
    const { as, verb, path, body } = call.ask;
    if (found !== undefined)
      outcome.differences.push(`${as} ${verb} ${path} ${JSON.stringify(body)}\n${compared.asked}\n${found}`);
  }

  private nameOf({ operation }: TwinCall): string {
    return this.other.nameOf(operation) ?? '';
  }

  /** Undefined if the interface certainly cannot express the request. */
  private callOf(ask: Ask, rest: Reply): TwinCall | undefined {
    const { side, other } = this;
    const parts = REST.exec(side.filled(ask.path));
    if (!parts || !other.takes(ask)) return undefined;
    const [, store, path = '', query = ''] = parts;
    if (!STORES.includes(store) || /%(?![0-9a-f]{2})/i.test(path + query)) return undefined;
    const found = this.routes.find(ask.verb, path);
    if (!found || found.operation.output.kind === 'bytes' || other.nameOf(found.operation) === undefined)
      return undefined;
    const headers = side.filledHeaders(ask);
    const [body, token] = [side.filledBody(ask.body), side.token(ask.as)];
    return { ...found, ask, path, query, store, headers, body, token, rest };
  }

  /** If a value is missing, an earlier difference is the likely reason, so it is reported. */
  private keep(ask: Ask, answer: { readonly json: Json }): void {
    try {
      this.side.keep(ask, answer);
    } catch (error) {
      throw new Error(this.outcome.differences.slice(0, TOLD).join('\n\n'), { cause: error });
    }
  }
}

interface TwinOptions {
  /** Database of the REST application. */
  readonly database: DatabaseKind;
  readonly others: readonly OtherOptions[];
  /** Store view for requests without one, as in the URLs of WSDLs. */
  readonly store?: string;
  /** Maximum number of refused requests per operation. */
  readonly refusals: number;
  /** Whether to send idempotency keys. */
  readonly keys: boolean;
}

/** One application that is called over REST, and twins that get the same calls through other interfaces. */
export class Twins {
  private constructor(
    private readonly rest: Side,
    readonly others: readonly Twin[],
    private readonly options: TwinOptions,
    /** Verb and path of each operation. */
    private readonly operations: ReadonlySet<string>,
  ) {}

  /** Runs the crawl on all of them. Their clocks stand still. */
  static async crawl(options: TwinOptions): Promise<Twins> {
    standStill();
    const started: TestApp[] = [];
    const sideOf = async (database: DatabaseKind, port?: number): Promise<Side> => {
      const publicBase = port === undefined ? PUBLIC_BASE : `http://127.0.0.1:${port}`;
      const settings = { ...SETTINGS, PUBLIC_BASE_URL: publicBase, PORT: String(port ?? 0) };
      const app = await startApp({ database, settings });
      started.push(app);
      // Endpoints of integrations accept their credentials, without a real request.
      app.get<Endpoints>(Endpoints).post = () => Promise.resolve();
      const side = new Side(app, publicBase);
      side.knows('root', await app.adminToken());
      side.knows('malformed', 'not-a-token-of-anybody');
      return side;
    };
    try {
      const rest = await sideOf(options.database);
      const operations = rest.app.get<ServedOperations>(ServedOperations).all.map(({ operation }) => operation);
      const others: Twin[] = [];
      for (const { database, port, other } of options.others) {
        const side = await sideOf(database, port);
        others.push(new Twin(side, other(side.app), database, operations));
      }
      const routes = operations.map(({ rest: { verb, path } }) => `${verb} ${path}`);
      const twins = new Twins(rest, others, options, new Set(routes));
      await twins.everything();
      return twins;
    } catch (error) {
      await Promise.all(started.map((app) => app.close()));
      throw error;
    }
  }

  /** The only twin. */
  get other(): Twin {
    const [other, ...more] = this.others;
    if (!other || more.length > 0) throw new Error(`there are ${this.others.length} twins`);
    return other;
  }

  async close(): Promise<void> {
    for (const { app } of this.sides) await app.close();
    jest.useRealTimers();
  }

  private get sides(): readonly Side[] {
    return [this.rest, ...this.others.map(({ side }) => side)];
  }

  private async everything(): Promise<void> {
    const { refusals: most, keys } = this.options;
    const document = new Document((await this.rest.app.call('GET', '/rest/schema')).body);
    await this.all(setup());
    await this.compareStored();
    await this.all(this.taken(questions()));
    for (const operation of document.operations.filter(({ verb, path }) => this.isOperation(verb, path))) {
      await this.all(spread(this.taken(refusals(operation, document)), most));
    }
    await this.compareStored();
    await this.all(plainly());
    await this.all(changes().map((ask) => (keys ? ask : withoutKey(ask))));
    await this.all(atLast());
    await this.compareStored();
  }

  /** False for file routes that are not operations, although their paths can look like one. */
  private isOperation(verb: string, path: string): boolean {
    return this.operations.has(`${verb} ${path.replace(/^\/rest\/V1\//, '').replace(/\{(\w+)\}/g, ':$1')}`);
  }

  /** Requests that an interface may be able to express, and those that later ones depend on. */
  private taken(asks: readonly Ask[]): readonly Ask[] {
    return asks.filter((ask) => ask.keep || this.others.some(({ other }) => other.takes(ask)));
  }

  private async all(asks: readonly Ask[]): Promise<void> {
    for (const ask of asks) await this.ask(this.inStore(ask));
  }

  private async ask(ask: Ask): Promise<void> {
    const answer = await this.rest.rest(ask);
    this.rest.keep(ask, answer);
    await Promise.all(this.others.map((twin) => twin.ask(ask, this.rest, answer)));
    if (LATER.test(ask.path)) for (const side of this.sides) await side.works();
  }

  private async compareStored(): Promise<void> {
    for (const twin of this.others) await twin.compareStored(this.rest, this.options.database);
  }

  private inStore(ask: Ask): Ask {
    const { store } = this.options;
    return store === undefined ? ask : { ...ask, path: ask.path.replace(/^\/rest\/V1\//, `/rest/${store}/V1/`) };
  }
}
