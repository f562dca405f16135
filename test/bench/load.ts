import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

export interface Throughput {
  readonly perSecond: number;
  /** Responses in the whole time. */
  readonly total: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Posted {
  readonly url: string;
  readonly token: string;
  /** Bodies sent in turn. */
  readonly bodies: readonly string[];
}

const CONNECTIONS = 64;

const headersOf = (token: string): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

/** Maximum requests per second that the server handles. A response other than 200 ends the run. */
export const throughput = async ({ url, token, bodies }: Posted, seconds: number): Promise<Throughput> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: bodies.map((body) => ({ method: 'POST', headers: headersOf(token), body })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers other than 200, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    total: result.requests.total,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
};

const post = (agent: Agent, url: string, token: string, body: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: headersOf(token) }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const answer = Buffer.concat(parts);
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${url}: ${response.statusCode} ${answer.toString().slice(0, 500)}`));
      });
    });
    sent.on('error', reject).end(body);
  });

/** Response times of a single caller that sends one request after the other, as sorted milliseconds. */
export const latencies = async ({ url, token, bodies }: Posted): Promise<readonly number[]> => {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (const body of bodies) {
    const began = performance.now();
    await post(agent, url, token, body);
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times.sort((one, other) => one - other);
};

/** Sends one request outside any measurement. */
export const ask = async ({ url, token, bodies: [body = ''] }: Posted): Promise<string> => {
  const agent = new Agent();
  try {
    return (await post(agent, url, token, body)).toString();
  } finally {
    agent.destroy();
  }
};
