import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection through the proxy, with both ends. */
interface Pair {
  readonly ends: readonly [Socket, Socket];
  frozen: boolean;
}

/**
 * A proxy between a server and its database. A test can disconnect the database and restore it, or let connections
 * become silent without closing them, like a hanging machine.
 */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private server: Server | undefined;
  private isHanging = false;
  private given = 0;
  private made = 0;

  constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  /** An open proxy in front of the database of this URL, and the URL through the proxy. */
  static async before(databaseUrl: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
    const url = new URL(databaseUrl);
    const proxy = new TcpProxy({ host: url.hostname, port: Number(url.port || 3306) });
    await proxy.open();
    url.host = `127.0.0.1:${proxy.port}`;
    return { proxy, url: url.href };
  }

  get port(): number {
    return this.given;
  }

  /** Number of present connections, including frozen ones. */
  get connections(): number {
    return this.pairs.size;
  }

  /** Number of connections made so far. */
  get madeConnections(): number {
    return this.made;
  }

  /** Accepts connections, always on the same port. */
  async open(): Promise<void> {
    const server = createServer((socket) => this.join(socket, connect(this.target.port, this.target.host)));
    await new Promise<void>((resolve) => server.listen(this.given, '127.0.0.1', resolve));
    this.given = (server.address() as { readonly port: number }).port;
    this.server = server;
  }

  /** Cuts existing connections. New connections are still accepted. */
  cut(): void {
    for (const { ends } of this.pairs) for (const socket of ends) socket.destroy();
  }

  /** Cuts all connections and refuses new ones. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    this.cut();
    await closed;
  }

  /** Stops all traffic on the oldest `count` connections, which stay open. */
  freeze(count = Infinity): void {
    const free = [...this.pairs].filter(({ frozen }) => !frozen);
    for (const pair of free.slice(0, count)) {
      pair.frozen = true;
      for (const socket of pair.ends) socket.unpipe().pause();
    }
  }

  /** Resumes frozen connections where they stopped. */
  thaw(): void {
    for (const pair of this.pairs) {
      if (!pair.frozen) continue;
      pair.frozen = false;
      const [one, other] = pair.ends;
      one.pipe(other);
      other.pipe(one);
    }
  }

  /** Stops all traffic on existing and new connections. All are accepted and stay open. */
  hang(): void {
    this.isHanging = true;
    this.freeze();
  }

  /** Resumes hanging connections. */
  goOn(): void {
    this.isHanging = false;
    this.thaw();
  }

  private join(one: Socket, other: Socket): void {
    const pair: Pair = { ends: [one, other], frozen: false };
    this.pairs.add(pair);
    this.made += 1;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
      from.pipe(to);
    }
    if (this.isHanging) this.freeze();
  }
}
