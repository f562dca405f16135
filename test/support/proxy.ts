import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where the proxy cuts the connection when it sees a word sent to the server. */
type Fate = 'cut before' | 'cut after';

/** A connection to a server that can be cut, permanently or when a word is sent. */
export class Proxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private fate: { readonly word: string; readonly what: Fate } | undefined;
  private port = 0;

  constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  async open(): Promise<number> {
    const server = createServer((client) => this.join(client));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this.port;
  }

  /** Refuses new connections and cuts existing ones. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts the connection once when `word` is sent to the server: before it arrives, or before its response returns. */
  cutAt(word: string, what: Fate): void {
    this.fate = { word, what };
  }

  private join(client: Socket): void {
    const server = connect(this.target);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
      socket.on('error', () => undefined);
    }
    let deaf = false;
    client.on('data', (data) => {
      const { fate } = this;
      if (!fate || !data.includes(fate.word)) {
        server.write(data);
        return;
      }
      this.fate = undefined;
      if (fate.what === 'cut before') client.destroy();
      else {
        deaf = true;
        server.write(data);
      }
    });
    server.on('data', (data) => {
      if (deaf) client.destroy();
      else client.write(data);
    });
  }
}
