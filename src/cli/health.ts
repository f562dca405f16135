import { get } from 'node:http';
import { type Environment, givenEnvironment, LISTEN_DEFAULTS, textOf } from '../config/environment.js';

/** In milliseconds; container platforms also give up after a few seconds. */
const TIMEOUT_MS = 3000;

/** The local address of a server that listens on all interfaces. */
const REACHED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The health URL of a server with these settings, or the errors in the settings. */
export const healthAddress = (
  environment: Environment,
  path: string,
): { readonly url: string } | { readonly fault: string } => {
  const faults: string[] = [];
  const port = textOf('PORT', environment, faults) ?? LISTEN_DEFAULTS.PORT;
  const host = textOf('HOST', environment, faults) ?? LISTEN_DEFAULTS.HOST;
  if (port === '0') faults.push('PORT is 0, so the port of the server is unknown. Set PORT to a fixed port.');
  if (!/^\d{1,5}$/.test(port)) faults.push(`PORT is "${port}". Set it to a whole number from 1 to 65535.`);
  if (faults.length > 0) return { fault: faults.join('\n') };
  const name = REACHED[host] ?? host;
  return { url: `http://${name.includes(':') ? `[${name}]` : name}:${port}${path}` };
};

interface HealthAnswer {
  readonly ok: boolean;
  readonly said: string;
}

const ask = (url: string): Promise<HealthAnswer> =>
  new Promise((resolve) => {
    const fail = ({ message }: Error): void => resolve({ ok: false, said: `${url}: ${message}` });
    const asking = get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', fail).on('end', () => {
        const ok = response.statusCode === 200;
        resolve({ ok, said: ok ? text : `${url} returned ${response.statusCode}: ${text}` });
      });
    });
    asking.on('error', fail).on('timeout', () => asking.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
  });

/**
 * Runs `health` (running.md): checks whether the server on this machine is running or ready. Exits with 0 or 1.
 * Container platforms run it every few seconds, so it only loads Node's HTTP client.
 */
export const health = async (ready: boolean): Promise<void> => {
  const address = healthAddress(givenEnvironment(), ready ? '/health/ready' : '/health/live');
  const { ok, said } = 'fault' in address ? { ok: false, said: address.fault } : await ask(address.url);
  (ok ? process.stdout : process.stderr).write(`${said}\n`);
  process.exitCode = ok ? 0 : 1;
};
