import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const COMMAND = 'zINSTREAM\0';
const END = Buffer.alloc(4);

/** Replaces clamd where it is not installed. Responds to each stream as scripted, or disconnects. */
export class ScriptedClamd {
  private constructor(
    private readonly server: Server,
    /** The response; undefined if the scanner is unavailable. */
    public says: string | undefined,
  ) {}

  static async start(says: string | undefined): Promise<ScriptedClamd> {
    const server = createServer();
    const clamd = new ScriptedClamd(server, says);
    server.on('connection', (socket) => clamd.take(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return clamd;
  }

  /** The address in the form of CLAMAV_URL. */
  get url(): string {
    return `tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
  }

  private take(socket: Socket): void {
    if (this.says === undefined) {
      socket.destroy();
      return;
    }
    let came = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      came = Buffer.concat([came, bytes]);
      if (came.length > COMMAND.length && came.subarray(-END.length).equals(END)) socket.end(`${this.says}\0`);
    });
  }
}
