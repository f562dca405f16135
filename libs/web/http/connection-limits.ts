/** Limits of connections (wire.md "Connections"). Sizes are in bytes. */
export interface ConnectionLimits {
  /** Time from the first byte of a connection or request to the end of the headers. */
  readonly headSeconds: number;
  /** Time limit for receiving a request; above the longest time allowed for any body. */
  readonly requestSeconds: number;
  /** Maximum number of requests on one connection that wait for earlier responses. */
  readonly waitingRequests: number;
  /** A response is aborted if the client reads nothing for this long. */
  readonly untakenSeconds: number;
  /** Minimum speed at which the client must read a waiting response after that time. */
  readonly takenPerSecond: number;
  /** Maximum total memory of all responses that are not read. */
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

/** Maximum number of connections per address that is not a proxy: a quarter of the total. */
export const shareOf = (maxConnections: number): number => Math.ceil(maxConnections / 4);

/** Progress of a response, updated once per tick. */
export interface AnswerProgress {
  /** Total number of bytes written to the connection. */
  readonly given: number;
  /** Size of the buffer at the last write. */
  readonly lump: number;
  /** Time since then. */
  readonly seconds: number;
}

/** New data (a file in chunks) restarts the time, because only unread data counts. */
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
