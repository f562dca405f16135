import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly signatures: number;
}

/** A webhook receiver. It checks each signature with the standard's own package, and responds as the test specifies. */
export class WebhookReceiver {
  /** Requests that were answered with success, in order. */
  readonly received: Received[] = [];
  /** IDs of all requests, including refused ones. */
  readonly tried: string[] = [];
  readonly falsified: string[] = [];
  /** Bodies of all requests in order, whatever the response. */
  readonly bodies: string[] = [];
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  /** Status of the next responses; 0 cuts the connection. */
  answer: (id: string) => number = () => 200;
  /** Retry-After header of responses other than 2xx. */
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

  /** Simulates a kill: cuts connections and stops listening. */
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
