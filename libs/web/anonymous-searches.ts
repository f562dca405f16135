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
/** In milliseconds; used without a deadline. */
const PATIENCE_MS = 5_000;
/** Fraction of its deadline for which a request may hold its slot. Requests that wait for the slot have the rest. */
const SLOT_SHARE = 0.5;

/** 503: another anonymous search is running and the queue is full. */
export class SearchesCrowded extends Unavailable {
  constructor() {
    super(1, undefined, 'Too many anonymous searches are in progress. Please wait and try again later.');
  }
}

/** 503: a search held its slot for so long that waiting ones would miss their deadlines. */
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

/** A queued request; its searches run one after the other. */
interface RequestSlot {
  readonly started: Promise<Release>;
  /** Deadline for all its searches together, set when the first one starts. */
  deadline: Deadline | undefined;
  last: Promise<unknown>;
  pending: number;
}

const inSlot = async <T>(slot: RequestSlot, search: () => Promise<T>): Promise<T> => {
  const whole = currentDeadline();
  if (!whole) return search();
  const shareMs = whole.limitMs * SLOT_SHARE;
  slot.deadline ??= new Deadline(whole.kind, Math.min(shareMs, whole.remainingMs));
  try {
    return await withDeadline(slot.deadline, search);
  } catch (error) {
    if (!(error instanceof DeadlinePassed)) throw error;
    // A request that waited in the queue had less time than its share.
    const hadShare = slot.deadline.limitMs === shareMs;
    throw hadShare ? new SearchTookLong(shareMs, { cause: error }) : new DeadlinePassed(whole, { cause: error });
  }
};

/**
 * The queue for anonymous searches. One request runs and a few wait, so that signed-in callers never wait for them,
 * and they use at most one database connection (docs/wire.md, "4. searchCriteria").
 */
export class AnonymousSearches {
  private readonly lane = new Semaphore(
    { atOnce: RUNNING_MAX, mayWait: WAITING_MAX, patienceMs: PATIENCE_MS },
    () => new SearchesCrowded(),
  );
  private readonly slots = new WeakMap<object, RequestSlot>();

  /** Runs a search when the request gets a slot. Throws `SearchesCrowded` if too many wait or the wait is too long. */
  async run<T>(request: object, search: () => Promise<T>): Promise<T> {
    let slot = this.slots.get(request);
    if (!slot) {
      slot = { started: this.lane.acquire(), deadline: undefined, last: Promise.resolve(), pending: 0 };
      this.slots.set(request, slot);
    }
    slot.pending += 1;
    const mine = Promise.all([slot.started, slot.last]).then(() => inSlot(slot, search));
    slot.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      slot.pending -= 1;
      if (slot.pending === 0) {
        this.slots.delete(request);
        void slot.started.then(
          (release) => release(),
          () => undefined,
        );
      }
    }
  }
}
