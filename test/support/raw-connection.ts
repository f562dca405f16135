import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const TOLD = 2000;

/** A connection on which a test writes what it likes, at its own pace, and takes what it likes of the answers. */
export class RawConnection {
  private static readonly opened: RawConnection[] = [];

  received = '';
  isClosed = false;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      this.look();
    });
    // A connection that is cut has ended: what was received says the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.look();
    });
  }

  /** Each address 127.x.y.z is this machine. */
  static async open(port: number, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const connection = new RawConnection(socket);
    RawConnection.opened.push(connection);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return connection;
  }

  /** Ends all that the tests of this file have opened. */
  static endAll(): void {
    for (const connection of RawConnection.opened.splice(0)) connection.end();
  }

  write(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** As soon as so much of an answer is there; throws if the connection ends before. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.received);
      if (found) return found;
      if (this.isClosed)
        throw new Error(`the connection ended without ${String(pattern)}: ${this.received.slice(0, TOLD)}`);
      await this.change();
    }
  }

  /** As soon as so many bytes are there, or the connection has ended; tells which. */
  async holds(bytes: number): Promise<boolean> {
    while (this.received.length < bytes && !this.isClosed) await this.change();
    return this.received.length >= bytes;
  }

  /** Everything that was received, once the server has ended the connection. */
  async ended(): Promise<string> {
    while (!this.isClosed) await this.change();
    return this.received;
  }

  end(): void {
    this.socket.destroy();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private look(): void {
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }
}

/** A POST of which the body still comes. */
export const headOf = (path: string, length: number, headers: readonly string[] = []): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly message: string;
}

/** The JSON refusal in what a connection received. */
export const refusalIn = (received: string): RawAnswer => {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
  const at = received.indexOf('\r\n\r\n');
  const { message } = JSON.parse(received.slice(at + 4)) as { readonly message: string };
  return { status: Number(status), head: received.slice(0, at), message };
};
