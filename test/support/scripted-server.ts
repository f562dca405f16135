import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Asked {
  readonly verb: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Reply = (asked: Asked) => {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  cut?: boolean;
  held?: boolean;
};

/** A server with scripted responses that records its requests. */
export class ScriptedServer {
  readonly asked: Asked[] = [];
  private constructor(
    private readonly server: Server,
    private reply: Reply,
  ) {}

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server, () => ({}));
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void scripted.answer(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answers(reply: Reply): void {
    this.asked.length = 0;
    this.reply = reply;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method: verb = '', url = '', headers } = request;
    const asked = { verb, url, headers, body: Buffer.concat(parts).toString() };
    this.asked.push(asked);
    const { status = 200, body = true, headers: more = {}, cut = false, held = false } = this.reply(asked);
    if (held) return;
    if (cut) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...more });
    response.end(JSON.stringify(body));
  }
}
