import {
  currentDeadline,
  Deadline,
  DeadlinePassed,
  type Release,
  Semaphore,
  Unavailable,
  withDeadline,
} from '../kernel/index.js';

const RUNNING_MAX = 1;
const WAITING_MAX = 8;
/** Where no deadline is under way. */
const PATIENCE_MS = 5_000;
/** What of its deadline a request may have the turn for: those that began to wait with it have the rest. */
const TURN_SHARE = 0.5;

/** 503: others who aren't signed in search already, and as many wait as may. */
export class SearchesCrowded extends Unavailable {
  constructor() {
    super(1, undefined, 'Too many anonymous searches are in progress. Please wait and try again later.');
  }
}

/** 503: a search had the turn for so long that those who wait would be too late. */
export class SearchTookLong extends Unavailable {
  constructor(limitMs: number, options?: ErrorOptions) {
    super(
      1,
      options,
      `The search took longer than ${limitMs / 1000} s, the limit for anonymous callers (half of DEADLINE_QUOTE_S). ` +
        'Request less data at once, or try again later.',
    );
  }
}

/** A request in the lane; its searches follow one another. */
interface Turn {
  readonly begun: Promise<Release>;
  /** Of all its searches together, once it has begun. */
  deadline: Deadline | undefined;
  last: Promise<unknown>;
  pending: number;
}

const inTurn = async <T>(turn: Turn, search: () => Promise<T>): Promise<T> => {
  const whole = currentDeadline();
  if (!whole) return search();
  const shareMs = whole.limitMs * TURN_SHARE;
  turn.deadline ??= new Deadline(whole.kind, Math.min(shareMs, whole.remainingMs));
  try {
    return await withDeadline(turn.deadline, search);
  } catch (error) {
    if (!(error instanceof DeadlinePassed)) throw error;
    // Who has waited had less left than a share.
    const hadShare = turn.deadline.limitMs === shareMs;
    throw hadShare ? new SearchTookLong(shareMs, { cause: error }) : new DeadlinePassed(whole, { cause: error });
  }
};

/**
 * The lane of searches that nobody is signed in for: one request's run and a few wait, so that whoever is signed in never
 * waits for them, and they hold one connection to the database at most (docs/wire.md, "4. searchCriteria").
 */
export class AnonymousSearches {
  private readonly lane = new Semaphore(
    { atOnce: RUNNING_MAX, mayWait: WAITING_MAX, patienceMs: PATIENCE_MS },
    () => new SearchesCrowded(),
  );
  private readonly turns = new WeakMap<object, Turn>();

  /** Searches for this request when it is its turn; `SearchesCrowded` if too many wait, or it doesn't come in time. */
  async run<T>(request: object, search: () => Promise<T>): Promise<T> {
    let turn = this.turns.get(request);
    if (!turn) {
      turn = { begun: this.lane.acquire(), deadline: undefined, last: Promise.resolve(), pending: 0 };
      this.turns.set(request, turn);
    }
    turn.pending += 1;
    const mine = Promise.all([turn.begun, turn.last]).then(() => inTurn(turn, search));
    turn.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      turn.pending -= 1;
      if (turn.pending === 0) {
        this.turns.delete(request);
        void turn.begun.then(
          (release) => release(),
          () => undefined,
        );
      }
    }
  }
}
