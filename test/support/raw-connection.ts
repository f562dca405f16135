import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const TOLD = 2000;

/** A connection on which a test writes and reads raw bytes at its own pace. */
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
    // A cut connection counts as ended; the received bytes show the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.look();
    });
  }

  /** Every address 127.x.y.z is this machine. */
  static async open(port: number, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const connection = new RawConnection(socket);
    RawConnection.opened.push(connection);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return connection;
  }

  /** Closes all connections opened by the tests of this file. */
  static endAll(): void {
    for (const connection of RawConnection.opened.splice(0)) connection.end();
  }

  write(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Resolves when the received data matches; throws if the connection ends before. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.received);
      if (found) return found;
      if (this.isClosed)
        throw new Error(`the connection ended without ${String(pattern)}: ${this.received.slice(0, TOLD)}`);
      await this.change();
    }
  }

  /** Resolves when this many bytes have arrived (true) or the connection has ended (false). */
  async holds(bytes: number): Promise<boolean> {
    while (this.received.length < bytes && !this.isClosed) await this.change();
    return this.received.length >= bytes;
  }

  /** All received data, after the server has closed the connection. */
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

/** Head of a POST request whose body follows. */
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

/** The JSON refusal in the received data. */
export const refusalIn = (received: string): RawAnswer => {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
  const at = received.indexOf('\r\n\r\n');
  const { message } = JSON.parse(received.slice(at + 4)) as { readonly message: string };
  return { status: Number(status), head: received.slice(0, at), message };
};
