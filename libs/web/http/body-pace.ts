const KIB = 1024;

/** The required pace of a body; missing values are not checked. */
export interface BodyPace {
  /** Bytes in a second that it mayn't fall behind by more than `BodyLimits.behindSeconds`. */
  readonly bytesPerSecond?: number;
  /** Seconds from its reading to its end. */
  readonly seconds?: number;
}

/** Required pace of a route's body: JSON of usual size, bulk calls, or files that are streamed. */
export type BodyKind = 'usual' | 'bulk' | 'upload' | 'discarded';

/** Limits of unfinished bodies in time and memory (wire.md "Upload speed"). Sizes in bytes. */
export interface BodyLimits {
  readonly paces: Readonly<Record<BodyKind, BodyPace>>;
  /** So far a body may be behind its pace; what came early counts for no longer pause. */
  readonly behindSeconds: number;
  /** A body that holds no more is never ended for the sake of others. */
  readonly smallBytes: number;
  /** Total memory of all larger unfinished bodies. */
  readonly heldBytes: number;
  readonly tickMs: number;
}

const RATE = 16 * KIB;

export const BODY_LIMITS: BodyLimits = {
  paces: {
    usual: { bytesPerSecond: RATE, seconds: 30 },
    bulk: { bytesPerSecond: RATE },
    upload: { seconds: 900 },
    // The body is no longer needed: it is read only so that the client can read the response.
    discarded: { seconds: 30 },
  },
  behindSeconds: 5,
  smallBytes: 64 * KIB,
  heldBytes: 64 * KIB * KIB,
  tickMs: 500,
};

/**
 * Progress of a body. Time counts in ticks of the timer, so that a pause of the server itself is not held against the
 * client.
 */
export interface BodyProgress {
  readonly bytes: number;
  readonly seconds: number;
  /** Time without data before the body is too slow. */
  readonly creditSeconds: number;
}

export type BodyVerdict = 'in time' | 'too slow' | 'too long';

/** The progress of a body one tick later, and whether it is too slow. */
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

/** The body to end when all together are too large: the largest one of the address with the most. */
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
