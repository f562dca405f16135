import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptsGzip, addVary, evaluateConditions } from '../web/index.js';

const compress = promisify(gzip);

/** A document in plain and compressed form. */
interface SentForms {
  readonly plain: SentForm;
  readonly packed: SentForm;
}

interface SentForm {
  readonly body: Buffer;
  readonly etag: string;
}

const formOf = (body: Buffer): SentForm => ({ body, etag: `"${hash('sha256', body, 'base64url')}"` });

/** The number of documents is limited, because callers can request any combination of services. */
const CACHED_MAX = 32;

/** A cache of constant responses that are expensive to generate, stored as bytes by key. Evicts the oldest. */
export class CachedDocuments {
  private readonly kept = new Map<string, Promise<SentForms>>();

  async send(request: Request, response: Response, key: string, make: () => unknown): Promise<void> {
    const forms = await this.formsOf(key, make);
    const isPacked = acceptsGzip(request.headers['accept-encoding']);
    const { body, etag } = isPacked ? forms.packed : forms.plain;
    addVary(response, 'Accept-Encoding');
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', etag);
    const { status } = evaluateConditions('HEAD', request.headers, { size: body.length, etag });
    response.statusCode = status;
    if (status !== 200) {
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (isPacked) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }

  private formsOf(key: string, make: () => unknown): Promise<SentForms> {
    const known = this.kept.get(key);
    if (known) return known;
    const made = (async () => {
      const body = Buffer.from(JSON.stringify(make()));
      return { plain: formOf(body), packed: formOf(await compress(body)) };
    })();
    this.kept.set(key, made);
    made.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > CACHED_MAX && oldest !== undefined) this.kept.delete(oldest);
    return made;
  }
}
