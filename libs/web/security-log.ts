import { Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  addressKey,
  type Clock,
  currentOrigin,
  currentActor,
  NOBODY,
  type NotedEvent,
  READ_EVENTS,
  REPEATED_EVENTS,
  type SecurityDetails,
  type SecurityEventName,
  SecurityEvents,
  type Transactions,
} from '../kernel/index.js';
import { SECURITY_EVENTS } from './metrics.js';
import { type Repeated, RepeatedEvents } from './repeated-events.js';

/** Interval in milliseconds for checking whether the period is over. */
const LOOK_MS = 30_000;

const MESSAGE = 'security';

const READ: ReadonlySet<string> = new Set(READ_EVENTS);
const REPEATED: ReadonlySet<string> = new Set(REPEATED_EVENTS);
/** Events at info level, because they are permitted actions; refusals are warnings. */
const QUIET: ReadonlySet<string> = new Set(['customer_password_changed', 'tokens_ended']);

const isRefusal = (event: SecurityEventName): boolean => REPEATED.has(event) && !QUIET.has(event);

/** A line without time and level. */
interface Line extends SecurityDetails {
  readonly event: SecurityEventName;
  readonly address: string | undefined;
  readonly caller: string;
  readonly id: string | undefined;
  readonly operation: string | undefined;
}

const OPERATOR = 'operator';

const lineOf = (event: SecurityEventName, details: SecurityDetails): Line => {
  const origin = currentOrigin();
  return {
    event,
    address: origin?.address,
    caller: origin === undefined ? OPERATOR : (origin.caller ?? NOBODY),
    id: origin?.sentRequestId ?? origin?.requestId,
    operation: origin?.operation,
    ...details,
  };
};

const notedEvent = (event: SecurityEventName, { account, right, subject }: SecurityDetails): NotedEvent => {
  const { caller, address, operation } = currentActor();
  return {
    event,
    caller,
    address,
    operation: currentOrigin()?.operation ?? operation,
    subject: subject ?? right ?? account,
  };
};

/** The key of a line: a caller from any address, or an address for anonymous callers. */
const keyOf = ({ event, caller, address, operation }: Line): string =>
  [event, operation, caller === NOBODY ? addressKey(address ?? '') : caller].join('\n');

/** Security events in the log, with `msg: "security"` (operations.md, "Logs"). */
export class SecurityLog extends SecurityEvents implements OnModuleDestroy {
  private readonly log = new Logger(MESSAGE);
  private readonly repeated = new RepeatedEvents<Line>();
  private readonly timer: NodeJS.Timeout;
  private readonly listeners: ((event: NotedEvent) => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly transactions: Pick<Transactions, 'afterCommit'>,
  ) {
    super();
    this.timer = setInterval(() => this.write(this.repeated.over(this.clock.now())), LOOK_MS).unref();
  }

  listen(listener: (event: NotedEvent) => void): void {
    this.listeners.push(listener);
  }

  note(event: SecurityEventName, details: SecurityDetails = {}): void {
    if (READ.has(event) || REPEATED.has(event)) this.tellListeners(event, details);
    if (READ.has(event)) return;
    const line = lineOf(event, details);
    // With an idempotency key a request is one transaction, which may still roll back or be repeated (wire.md,
    // "Sending again").
    if (isRefusal(event)) this.take(line);
    else this.transactions.afterCommit(() => this.take(line));
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.write(this.repeated.all());
  }

  private tellListeners(event: SecurityEventName, details: SecurityDetails): void {
    if (this.listeners.length === 0) return;
    const noted = notedEvent(event, details);
    const tell = (): void => this.listeners.forEach((listener) => listener(noted));
    if (READ.has(event) || isRefusal(event)) tell();
    else this.transactions.afterCommit(tell);
  }

  private take(line: Line): void {
    SECURITY_EVENTS.add(1, line.event);
    if (REPEATED.has(line.event)) this.write(this.repeated.note(keyOf(line), line, this.clock.now()));
    else this.tell(line, {});
  }

  private write(lines: readonly Repeated<Line>[]): void {
    for (const { line, count, since } of lines)
      this.tell(line, count === 1 ? { count } : { count, since: since.toISOString() });
  }

  private tell(line: Line, count: object): void {
    const entry = { msg: MESSAGE, ...line, ...count };
    if (isRefusal(line.event) || line.event === 'file_infected') this.log.warn(entry);
    else this.log.log(entry);
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const patterns = new Map<string, RegExp>();

/** Matches everything after a secret path, in any spelling. */
const patternOf = (secretPath: string): RegExp => {
  let pattern = patterns.get(secretPath);
  if (!pattern) {
    const parts = secretPath.split('/').map(escaped).join('(?:/|%2f)+');
    pattern = new RegExp(`(/${parts}(?:/|%2f)+).+$`, 'i');
    patterns.set(secretPath, pattern);
  }
  return pattern;
};

/**
 * A path for the log, without the part after a secret path (`customerdocuments/link`), which grants access without a
 * token (documents.md).
 */
export const loggedPath = (path: string, secretPaths: readonly string[]): string =>
  secretPaths.reduce((logged, secretPath) => logged.replace(patternOf(secretPath), '$1…'), path);
