import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a server and its database, so that a test can take the database away and give it back. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private given = 0;

  constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  get port(): number {
    return this.given;
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
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts everything and refuses new connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    this.cut();
    await closed;
  }

  private join(one: Socket, other: Socket): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
