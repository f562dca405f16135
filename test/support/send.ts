import { request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; throws if it is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
  readonly json: any;
}

export interface Sent {
  readonly method?: string;
  /** Path as sent: nothing is normalized or encoded. */
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent unchanged, anything else as JSON with its Content-Type. */
  readonly body?: unknown;
}

/** Sends one request over real HTTP. */
export const send = (base: string, { method = 'GET', path, token, headers = {}, body }: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = body === undefined ? undefined : Buffer.from(raw ? (body as string) : JSON.stringify(body));
    const call = request(
      {
        hostname,
        port,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(raw ? {} : { 'content-type': 'application/json' }),
          ...(bytes ? { 'content-length': String(bytes.length) } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            get json() {
              return JSON.parse(text) as unknown;
            },
          });
        });
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });
