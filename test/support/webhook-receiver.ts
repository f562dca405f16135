import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly signatures: number;
}

/** A receiver of webhooks: checks each signature with the standard's own package, and answers what a test says. */
export class WebhookReceiver {
  /** What was answered with a success, in order. */
  readonly received: Received[] = [];
  /** Ids of all that came, those too that were refused. */
  readonly tried: string[] = [];
  readonly falsified: string[] = [];
  /** What was sent, in order, whatever was answered. */
  readonly bodies: string[] = [];
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  /** The status of the next answers; 0: the connection is cut. */
  answer: (id: string) => number = () => 200;
  /** The header Retry-After of answers other than 2xx. */
  retryAfter: string | undefined;
  secret = '';
  private server: Server | undefined;
  private port = 0;

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const id = String(request.headers['webhook-id']);
        this.tried.push(id);
        this.bodies.push(body);
        this.headers.push(request.headers);
        const status = this.answer(id);
        if (status === 0) {
          request.socket.destroy();
          return;
        }
        const headers = request.headers as Record<string, string>;
        try {
          const { type, data } = new Webhook(this.secret).verify(body, headers) as Received;
          const signatures = String(headers['webhook-signature']).split(' ').length;
          if (status >= 200 && status < 300) this.received.push({ id, type, data, signatures });
        } catch {
          this.falsified.push(id);
        }
        response.writeHead(status, {
          ...(status >= 300 && status < 400 ? { location: `${this.url}elsewhere` } : {}),
          ...(status >= 400 && this.retryAfter !== undefined ? { 'retry-after': this.retryAfter } : {}),
        });
        response.end('ok');
      });
    });
    await new Promise<void>((listening) => this.server?.listen(this.port, '127.0.0.1', listening));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** As if it were killed: connections are cut, nobody listens. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((closed) =>
      server
        ? server.close(() => {
            closed();
          })
        : closed(),
    );
  }
}
