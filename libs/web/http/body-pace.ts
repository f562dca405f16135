const KIB = 1024;

/** The required pace of a body; missing values are not checked. */
export interface BodyPace {
  /** Bytes in a second that it mayn't fall behind by more than `BodyLimits.behindSeconds`. */
  readonly bytesPerSecond?: number;
  /** Seconds from its reading to its end. */
  readonly seconds?: number;
}

/** Which pace a route asks for: JSON of usual size, bulk calls, files that are streamed away. */
export type BodyKind = 'usual' | 'bulk' | 'upload' | 'discarded';

/** What unfinished bodies may take, in time and memory (wire.md "How a body must come"). Sizes in bytes. */
export interface BodyLimits {
  readonly paces: Readonly<Record<BodyKind, BodyPace>>;
  /** So far a body may be behind its pace; what came early counts for no longer pause. */
  readonly behindSeconds: number;
  /** A body that holds no more is never ended for the sake of others. */
  readonly smallBytes: number;
  /** What all larger unfinished ones may hold together. */
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

/** How far a body has come; times count in ticks of the watch, so that no pause of the server itself is laid on a caller. */
export interface BodyProgress {
  readonly bytes: number;
  readonly seconds: number;
  /** How long nothing need come before it is behind. */
  readonly creditSeconds: number;
}

export type BodyVerdict = 'in time' | 'too slow' | 'too long';

/** The progress of a body one tick later, and what is thought of it. */
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

/** What one address holds for itself. */
interface BytesHolder {
  readonly address: string;
  readonly bytes: number;
}

/** Whom it meets when all hold too much: the largest of the address that holds most. */
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
