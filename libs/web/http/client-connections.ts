import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { addressKey, bareAddress } from '../../kernel/index.js';
import { largestOfGreediest } from './body-pace.js';
import type { TrustsProxy } from './client-address.js';
import {
  type ConnectionLimits,
  shareOf,
  type AnswerProgress,
  takesTooLong,
  answerProgress,
} from './connection-limits.js';
import { rawRefusal, refuseAtOnce } from './raw-answer.js';

const log = new Logger('webapi');

/** Interval in milliseconds for logging rejected and closed connections. */
const TELL_MS = 60_000;

const RETRY = { 'Retry-After': '1' } as const;

class ClientConnection {
  waiting = 0;
  /** The connection sent too many requests and gets no more responses. */
  isOver = false;
  taking: AnswerProgress | undefined;

  constructor(
    readonly socket: Socket,
    /** The address for which it counts. */
    readonly address: string,
    readonly isProxy: boolean,
  ) {}

  /** Number of response bytes that the client has not received yet. */
  get bytes(): number {
    return this.socket.writableLength;
  }

  /** Idle between two requests, or without any request yet. Node.js limits the time between requests. */
  get isIdle(): boolean {
    return (this.taking === undefined && (this.socket.timeout ?? 0) > 0) || this.socket.bytesRead === 0;
  }
}

/**
 * The connections of a server: their number, the number per address, and whether clients read responses (wire.md
 * "Connections"). One timer checks all of them, so requests have no additional cost.
 */
export class ClientConnections {
  private readonly open = new Map<Socket, ClientConnection>();
  private readonly counts = new Map<string, number>();
  private readonly tally = new Map<string, number>();
  private reportedAt = 0;

  constructor(
    private readonly max: number,
    private readonly limits: ConnectionLimits,
    private readonly trustsProxy: TrustsProxy,
  ) {}

  /** Starts watching; the timer ends with the server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.take(socket));
    const clock = setInterval(() => this.tick(), this.limits.tickMs).unref();
    server.on('close', () => clearInterval(clock));
  }

  /**
   * Returns whether a request may continue. If not, it is answered, or its connection closes after earlier responses.
   */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    // The connection belongs to this response unless an earlier one is still being written.
    if (response.socket !== null) return true;
    const connection = this.open.get(request.socket);
    if (!connection || connection.isOver || request.socket.destroyed) return false;
    connection.waiting += 1;
    response.once('close', () => (connection.waiting -= 1));
    if (connection.waiting <= this.limits.waitingRequests) return true;
    connection.isOver = true;
    // Read no more: send the pending responses, then this one, and close the connection.
    request.socket.pause();
    this.tell('pipelined requests above the limit');
    refuseAtOnce(
      response,
      503,
      `More than ${this.limits.waitingRequests} requests are waiting on this connection. ` +
        'Read responses before you send more requests, or use several connections.',
      RETRY,
    );
    return false;
  }

  private take(socket: Socket): void {
    const peer = socket.remoteAddress;
    if (peer === undefined) {
      socket.destroy();
      return;
    }
    const connection = new ClientConnection(socket, addressKey(bareAddress(peer)), this.trustsProxy(peer));
    const refusal = this.violationOf(connection);
    if (refusal !== undefined) {
      this.tell('connections above the limit');
      socket.end(rawRefusal(503, refusal, RETRY));
      socket.destroySoon();
      return;
    }
    this.open.set(socket, connection);
    this.count(connection.address, 1);
    socket.once('close', () => {
      if (!this.open.delete(socket)) return;
      this.count(connection.address, -1);
      if (connection.taking) this.tell('responses not read completely');
    });
  }

  private violationOf({ address, isProxy }: ClientConnection): string | undefined {
    const share = shareOf(this.max);
    if (!isProxy && (this.counts.get(address) ?? 0) >= share)
      return (
        `Your address already has ${share} connections, its share of MAX_CONNECTIONS. Reuse open connections. ` +
        'If the address belongs to a proxy, the operator can add it to TRUST_PROXY.'
      );
    if (this.open.size < this.max || this.makeRoom()) return undefined;
    return `All ${this.max} connections are in use (MAX_CONNECTIONS). Try again later.`;
  }

  /** Closes the oldest idle connection of the address that has the most connections. */
  private makeRoom(): boolean {
    let found: ClientConnection | undefined;
    for (const connection of this.open.values()) {
      if (connection.isProxy || !connection.isIdle) continue;
      if (!found || (this.counts.get(connection.address) ?? 0) > (this.counts.get(found.address) ?? 0))
        found = connection;
    }
    if (!found) return false;
    this.end(found, 'idle connections replaced by new ones');
    return true;
  }

  private tick(): void {
    let untaken = 0;
    for (const connection of this.open.values()) {
      this.look(connection);
      // Connections that were just closed free their memory.
      if (this.open.has(connection.socket)) untaken += connection.bytes;
    }
    while (untaken > this.limits.untakenBytes) {
      const largest = largestOfGreediest(this.open.values());
      if (!largest || largest.bytes === 0) return;
      untaken -= largest.bytes;
      this.end(largest, 'unread responses above the memory limit');
    }
    this.tellTally();
  }

  private look(connection: ClientConnection): void {
    const { socket, bytes, taking } = connection;
    const { untakenSeconds } = this.limits;
    if (bytes > 0) {
      connection.taking = answerProgress(taking, socket.bytesWritten, bytes, this.limits);
      // When Node.js's own inactivity timer expires, it closes the connection.
      if (!taking) socket.setTimeout(untakenSeconds * 1000);
      if (takesTooLong(connection.taking, this.limits)) this.end(connection, 'responses read too slowly');
    } else if (taking) {
      connection.taking = undefined;
      if (socket.timeout === untakenSeconds * 1000) socket.setTimeout(0);
    }
  }

  private end(connection: ClientConnection, why: string): void {
    this.tell(why);
    if (this.open.delete(connection.socket)) this.count(connection.address, -1);
    connection.socket.destroy();
  }

  private count(address: string, by: number): void {
    const count = (this.counts.get(address) ?? 0) + by;
    if (count > 0) this.counts.set(address, count);
    else this.counts.delete(address);
  }

  private tell(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  private tellTally(): void {
    if (this.tally.size === 0 || Date.now() - this.reportedAt < TELL_MS) return;
    this.reportedAt = Date.now();
    log.warn(`closed connections: ${[...this.tally].map(([what, count]) => `${what} (${count})`).join('; ')}`);
    this.tally.clear();
  }
}
