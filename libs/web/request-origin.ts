import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Origin } from '../kernel/index.js';
import { clientAddress, isTrustedProxy } from './http/client-address.js';
import type { Caller } from '../operations/index.js';

const ID = Symbol('request id');

interface Carrier {
  [ID]?: string;
}

/** Tells the wire under which id the log has this request. */
export const nameRequest = (request: IncomingMessage, id: string): void => {
  (request as IncomingMessage & Carrier)[ID] = id;
};

/** What is found out about a request on its way. */
interface Found {
  readonly caller: Caller | undefined;
  readonly route: string | undefined;
}

/** The origin of a request, found out when somebody asks: few do. */
export class RequestOrigin implements Origin {
  constructor(
    private readonly request: Request,
    private readonly found: Found,
  ) {}

  get address(): string {
    return clientAddress(this.request);
  }

  get isProxy(): boolean {
    return isTrustedProxy(this.request);
  }

  get requestId(): string | undefined {
    return (this.request as Request & Carrier)[ID];
  }

  get caller(): string | undefined {
    const { caller } = this.found;
    return caller && `${caller.kind}:${caller.id}`;
  }

  get operation(): string {
    return `${this.request.method} ${this.found.route ?? 'of no route'}`;
  }
}
