const KIB = 1024;

/** The required speed of a body; missing values are not checked. */
export interface BodyPace {
  /** Minimum bytes per second. A body may be up to `BodyLimits.behindSeconds` behind it. */
  readonly bytesPerSecond?: number;
  /** Maximum number of seconds from the start of reading to the end. */
  readonly seconds?: number;
}

/**
 * Kind of body, which determines its required speed: JSON of usual size, bulk calls, streamed files, or unneeded
 * bodies.
 */
export type BodyKind = 'usual' | 'bulk' | 'upload' | 'discarded';

/** Time and memory limits of unfinished bodies (wire.md "Upload speed"). Sizes are in bytes. */
export interface BodyLimits {
  readonly paces: Readonly<Record<BodyKind, BodyPace>>;
  /**
   * How many seconds a body may be behind its required speed. Data that arrived early does not allow longer pauses.
   */
  readonly behindSeconds: number;
  /** Bodies up to this size in memory are never ended to free memory for others. */
  readonly smallBytes: number;
  /** Maximum total memory of all larger unfinished bodies. */
  readonly heldBytes: number;
  readonly tickMs: number;
}

const RATE = 16 * KIB;

export const BODY_LIMITS: BodyLimits = {
  paces: {
    usual: { bytesPerSecond: RATE, seconds: 30 },
    bulk: { bytesPerSecond: RATE },
    upload: { seconds: 900 },
    // The body is not needed, and is only read so that the client can receive the response.
    discarded: { seconds: 30 },
  },
  behindSeconds: 5,
  smallBytes: 64 * KIB,
  heldBytes: 64 * KIB * KIB,
  tickMs: 500,
};

/**
 * Progress of a body. Time is measured in ticks of the timer, so that pauses of the server itself do not count against
 * the client.
 */
export interface BodyProgress {
  readonly bytes: number;
  readonly seconds: number;
  /** Time that may pass without data before the body is too slow. */
  readonly creditSeconds: number;
}

export type BodyVerdict = 'in time' | 'too slow' | 'too long';

/** The progress of a body after one tick, and whether it is too slow. */
export const checkPace = (
  before: BodyProgress,
  bytes: number,
  { bytesPerSecond, seconds }: BodyPace,
  { behindSeconds, tickMs }: BodyLimits,
): { readonly progress: BodyProgress; readonly verdict: BodyVerdict } => {
  const tick = tickMs / 1000;
  const earned = bytesPerSecond === undefined ? 0 : (bytes - before.bytes) / bytesPerSecond;
  const progress = {
    bytes,
    seconds: before.seconds + tick,
    creditSeconds: Math.min(behindSeconds, before.creditSeconds + earned - tick),
  };
  if (seconds !== undefined && progress.seconds > seconds) return { progress, verdict: 'too long' };
  const isBehind = bytesPerSecond !== undefined && progress.creditSeconds < 0;
  return { progress, verdict: isBehind ? 'too slow' : 'in time' };
};

/** Memory of unfinished bodies from one address. */
interface BytesHolder {
  readonly address: string;
  readonly bytes: number;
}

/** The body to end if all together are too large: the largest body of the address that uses the most memory. */
export const largestOfGreediest = <T extends BytesHolder>(holders: Iterable<T>): T | undefined => {
  const totals = new Map<string, { bytes: number; largest: T }>();
  for (const holder of holders) {
    const total = totals.get(holder.address);
    if (!total) totals.set(holder.address, { bytes: holder.bytes, largest: holder });
    else {
      total.bytes += holder.bytes;
      if (holder.bytes > total.largest.bytes) total.largest = holder;
    }
  }
  let greediest: { bytes: number; largest: T } | undefined;
  for (const total of totals.values()) if (!greediest || total.bytes > greediest.bytes) greediest = total;
  return greediest?.largest;
};
