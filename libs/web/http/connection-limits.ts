/** Limits of connections (wire.md "Connections"). Sizes in bytes. */
export interface ConnectionLimits {
  /** From the first byte of a connection, or of a request on it, to the end of the headers. */
  readonly headSeconds: number;
  /** The last limit for incoming data, above the longest time for any body. */
  readonly requestSeconds: number;
  /** Requests on one connection that wait for the answers of earlier ones. */
  readonly waitingRequests: number;
  /** A response is dropped if nothing of it is read for this long. */
  readonly untakenSeconds: number;
  /** The minimum rate for reading a waiting response, after that time. */
  readonly takenPerSecond: number;
  /** Total memory of all responses that are not read. */
  readonly untakenBytes: number;
  readonly tickMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headSeconds: 30,
  requestSeconds: 960,
  waitingRequests: 64,
  untakenSeconds: 30,
  takenPerSecond: 16 * 1024,
  untakenBytes: 128 * 1024 * 1024,
  tickMs: 1000,
};

/** Connections of one address that is no proxy: it takes four addresses to use all of them. */
export const shareOf = (maxConnections: number): number => Math.ceil(maxConnections / 4);

/** Progress of a response, checked once per tick. */
export interface AnswerProgress {
  /** All that was ever given to the connection. */
  readonly given: number;
  /** The size of the buffer at the last write. */
  readonly lump: number;
  /** Since then. */
  readonly seconds: number;
}

/** New data (a file in chunks) restarts the time: only a waiting buffer counts. */
export const answerProgress = (
  before: AnswerProgress | undefined,
  given: number,
  untaken: number,
  { tickMs }: ConnectionLimits,
): AnswerProgress =>
  before?.given === given
    ? { ...before, seconds: before.seconds + tickMs / 1000 }
    : { given, lump: untaken, seconds: 0 };

export const takesTooLong = ({ lump, seconds }: AnswerProgress, { untakenSeconds, takenPerSecond }: ConnectionLimits) =>
  seconds > untakenSeconds + lump / takenPerSecond;
