import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection through the proxy: its two ends. */
interface Pair {
  readonly ends: readonly [Socket, Socket];
  frozen: boolean;
}

/**
 * Stands between a server and its database, so that a test can take the database away and give it back, or let
 * connections fall silent without closing them, as a machine does that hangs.
 */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private server: Server | undefined;
  private isHanging = false;
  private given = 0;
  private made = 0;

  constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  /** One before the database of a URL, open, and the URL of that way. */
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

  /** How many connections go through it now, frozen ones included. */
  get connections(): number {
    return this.pairs.size;
  }

  /** How many connections were ever made to it. */
  get madeConnections(): number {
    return this.made;
  }

  /** Lets connections through, always at the same port. */
  async open(): Promise<void> {
    const server = createServer((socket) => this.join(socket, connect(this.target.port, this.target.host)));
    await new Promise<void>((resolve) => server.listen(this.given, '127.0.0.1', resolve));
    this.given = (server.address() as { readonly port: number }).port;
    this.server = server;
  }

  /** Cuts what is connected; new connections are still taken. */
  cut(): void {
    for (const { ends } of this.pairs) for (const socket of ends) socket.destroy();
  }

  /** Cuts everything and refuses new connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    this.cut();
    await closed;
  }

  /** From now on nothing passes through so many of the connections that are there, the oldest first; they stay open. */
  freeze(count = Infinity): void {
    const free = [...this.pairs].filter(({ frozen }) => !frozen);
    for (const pair of free.slice(0, count)) {
      pair.frozen = true;
      for (const socket of pair.ends) socket.unpipe().pause();
    }
  }

  /** What was frozen goes on where it stood. */
  thaw(): void {
    for (const pair of this.pairs) {
      if (!pair.frozen) continue;
      pair.frozen = false;
      const [one, other] = pair.ends;
      one.pipe(other);
      other.pipe(one);
    }
  }

  /** Nothing passes any more, through those that are there or that come; all of them are taken and stay open. */
  hang(): void {
    this.isHanging = true;
    this.freeze();
  }

  /** What hung goes on. */
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
