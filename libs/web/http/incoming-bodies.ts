import type { Request } from 'express';
import { addressKey, type Listed, UnorderedList } from '../../kernel/index.js';
import {
  type BodyKind,
  type BodyLimits,
  type BodyPace,
  type BodyProgress,
  type BodyVerdict,
  checkPace,
  largestOfGreediest,
} from './body-pace.js';
import { clientAddress } from './client-address.js';
import { BodyTimeout } from '../wire-errors.js';

const kib = (bytes: number): string => `${Math.round(bytes / 1024)} KiB`;

export const tooSlow = (kind: BodyKind, { paces, behindSeconds }: BodyLimits): string =>
  slow(paces[kind], behindSeconds);

const slow = ({ bytesPerSecond = 0 }: BodyPace, behindSeconds: number): string =>
  `The body arrived too slowly. The minimum is ${kib(bytesPerSecond)} per second, without pauses longer than ` +
  `${behindSeconds} seconds. Send the body faster and without pauses, or send less data at once.`;

const long = ({ seconds = 0 }: BodyPace): string =>
  `The body did not arrive within ${seconds} seconds. Send less data at once.`;

const crowded = ({ smallBytes, heldBytes }: BodyLimits): string =>
  `Too many large bodies arrived at once. Bodies above ${kib(smallBytes)} share a limit of ${kib(heldBytes)}, and this one ` +
  'was the largest from your address. Send fewer or smaller bodies at once.';

class IncomingBody implements Listed {
  position = -1;
  /** Number of bytes in memory. */
  bytes = 0;
  private received = 0;
  private progress: BodyProgress;
  private key: string | undefined;

  constructor(
    private readonly bodies: IncomingBodies,
    private readonly request: Request,
    private readonly pace: BodyPace,
    private readonly limits: BodyLimits,
    private readonly end: (refusal: BodyTimeout) => void,
  ) {
    this.progress = { bytes: 0, seconds: 0, creditSeconds: limits.behindSeconds };
  }

  /** The client address; only computed for large bodies. */
  get address(): string {
    return (this.key ??= addressKey(clientAddress(this.request)));
  }

  /** Records bytes that arrived and were passed on. */
  passed(bytes: number): void {
    this.received += bytes;
  }

  /** Records bytes that arrived and are buffered until the body is complete. */
  kept(bytes: number): void {
    this.received += bytes;
    const before = this.bytes;
    this.bytes += bytes;
    if (this.bytes > this.limits.smallBytes) this.bodies.grown(before > this.limits.smallBytes ? bytes : this.bytes);
  }

  /** Ends monitoring: the body is complete or no longer needed. */
  done(): void {
    this.bodies.forget(this);
  }

  tick(): void {
    const { progress, verdict } = checkPace(this.progress, this.received, this.pace, this.limits);
    this.progress = progress;
    if (verdict !== 'in time') this.refuse(verdict);
  }

  refuse(verdict: Exclude<BodyVerdict, 'in time'> | 'crowded'): void {
    this.done();
    const { pace, limits } = this;
    this.end(
      new BodyTimeout(
        verdict === 'crowded'
          ? crowded(limits)
          : verdict === 'too long'
            ? long(pace)
            : slow(pace, limits.behindSeconds),
      ),
    );
  }
}

/**
 * The bodies that are arriving. Each must keep its required speed, and large ones share a memory limit (wire.md
 * "Upload speed"). One timer checks all of them, so a body that arrives at once has no additional cost.
 */
export class IncomingBodies {
  private readonly under = new UnorderedList<IncomingBody>();
  private heldByLarge = 0;
  private clock: NodeJS.Timeout | undefined;

  constructor(private readonly limits: BodyLimits) {}

  /** Monitors this body until `done` is called, or until it violates a limit: then calls `end` with the error. */
  watch(request: Request, kind: BodyKind, end: (refusal: BodyTimeout) => void): IncomingBody {
    const body = new IncomingBody(this, request, this.limits.paces[kind], this.limits, end);
    this.under.add(body);
    this.clock ??= setInterval(() => this.tick(), this.limits.tickMs).unref();
    return body;
  }

  forget(body: IncomingBody): void {
    if (this.under.delete(body) && body.bytes > this.limits.smallBytes) this.heldByLarge -= body.bytes;
  }

  /** Records additional bytes of bodies above the small size. */
  grown(bytes: number): void {
    this.heldByLarge += bytes;
    if (this.heldByLarge <= this.limits.heldBytes) return;
    const large = this.under.filter((body) => body.bytes > this.limits.smallBytes);
    largestOfGreediest(large)?.refuse('crowded');
  }

  private tick(): void {
    for (const body of this.under) body.tick();
    if (this.under.size > 0) return;
    clearInterval(this.clock);
    this.clock = undefined;
  }
}
