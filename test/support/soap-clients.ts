import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BearerSecurity, type Client, createClientAsync } from 'soap';
import type { Credentials } from './oauth-signer.js';
import type { SoapMembers, SoapValue } from './soap.js';

/** The call that a client makes. */
export interface ClientAsk {
  readonly wsdl: string;
  readonly authorization?: string;
  /** Credentials for signing each request, for clients that sign. */
  readonly credentials?: Credentials;
  readonly operation: string;
  readonly members: SoapMembers;
}

/** The result of a call. */
export interface ClientReply {
  /** The value of `result` as the client returns it to its user. */
  readonly decoded?: unknown;
  /** Text of the fault that the client threw. */
  readonly fault?: string;
  /** The response document. */
  readonly response?: string;
  /** Reason why the client sent nothing. */
  readonly local?: string;
}

export interface SoapClient {
  call(ask: ClientAsk): Promise<ClientReply>;
  close(): void;
}

const FOLDER = join(__dirname, '..', 'fixtures', 'soap');

/** A client in its own process. Requests and replies are lines of JSON. */
class ProcessClient implements SoapClient {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting: ((line: string) => void)[] = [];
  private failure = '';

  constructor(command: string, file: string) {
    this.child = spawn(command, [join(FOLDER, file)], { env: { PATH: process.env['PATH'] } });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.failure += text));
    createInterface(this.child.stdout).on('line', (line) => this.waiting.shift()?.(line));
    this.child.once('close', () => {
      for (const done of this.waiting.splice(0)) done(JSON.stringify({ local: `it ended: ${this.failure}` }));
    });
  }

  call(ask: ClientAsk): Promise<ClientReply> {
    return new Promise((resolve, reject) => {
      this.waiting.push((line) => {
        try {
          resolve(JSON.parse(line) as ClientReply);
        } catch (error) {
          reject(new Error(`no line of JSON: ${line} ${this.failure}`, { cause: error }));
        }
      });
      this.child.stdin.write(`${JSON.stringify(ask)}\n`);
    });
  }

  close(): void {
    this.child.stdin.end();
  }
}

const listed = (value: SoapValue): unknown => {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return { item: value.map(listed) };
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, listed(own)]));
};

type Method = (members: unknown) => Promise<readonly [unknown, string]>;

interface NodeFault {
  readonly body?: string;
  readonly message: string;
  readonly root?: { readonly Envelope?: { readonly Body?: { readonly Fault?: NodeFaultBody } } };
}

interface NodeFaultBody {
  readonly faultstring?: string | { readonly $value: string };
}

/** The npm package `soap` in this process. */
class NodeClient implements SoapClient {
  private readonly clients = new Map<string, Promise<Client>>();

  async call({ wsdl, authorization, operation, members }: ClientAsk): Promise<ClientReply> {
    try {
      const client = await this.client(wsdl, authorization);
      const method = (client as unknown as Readonly<Record<string, Method>>)[`${operation}Async`];
      if (!method) return { local: `no operation ${operation}` };
      const [decoded, response] = await method.call(client, listed(members));
      return { decoded: (decoded as { readonly result?: unknown } | null)?.result, response };
    } catch (error) {
      return this.failed(error as NodeFault);
    }
  }

  close(): void {
    this.clients.clear();
  }

  private failed({ root, body, message }: NodeFault): ClientReply {
    const faultText = root?.Envelope?.Body?.Fault?.faultstring;
    if (faultText === undefined || body === undefined) return { local: message };
    return { fault: typeof faultText === 'string' ? faultText : faultText.$value, response: body };
  }

  private client(wsdl: string, authorization: string | undefined): Promise<Client> {
    const key = `${wsdl}\n${authorization ?? ''}`;
    let found = this.clients.get(key);
    if (!found) {
      found = this.made(wsdl, authorization);
      this.clients.set(key, found);
    }
    return found;
  }

  private async made(wsdl: string, authorization: string | undefined): Promise<Client> {
    // The package reads the key `attributes` as XML attributes, but products have a field of that name. It also caches
    // the first WSDL for all clients.
    const own = { attributesKey: '$attributes', valueKey: '$value', disableCache: true };
    if (authorization === undefined) return createClientAsync(wsdl, own);
    const client = await createClientAsync(wsdl, { ...own, wsdl_headers: { Authorization: authorization } });
    client.setSecurity(new BearerSecurity(authorization.replace(/^Bearer /, '')));
    return client;
  }
}

interface KnownClient {
  readonly name: string;
  /** True if the client signs with OAuth 1.0a, by itself or with a common package. */
  readonly signs: boolean;
  /** The required Debian packages, and a check that they are installed. */
  readonly packages: string;
  readonly check: readonly [command: string, ...args: string[]] | undefined;
  start(): SoapClient;
}

const PYTHON = '/usr/bin/python3';

/** The clients with which SOAP is tested. */
export const SOAP_CLIENTS: readonly KnownClient[] = [
  {
    name: "PHP's SoapClient",
    signs: true,
    packages: 'php-cli php-soap',
    check: ['php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'],
    start: () => new ProcessClient('php', 'client.php'),
  },
  {
    name: 'zeep',
    signs: true,
    packages: 'python3-zeep python3-requests-oauthlib',
    check: [PYTHON, '-c', 'import zeep, requests_oauthlib'],
    start: () => new ProcessClient(PYTHON, 'client_zeep.py'),
  },
  {
    name: 'suds',
    signs: false,
    packages: 'python3-suds',
    check: [PYTHON, '-c', 'import suds'],
    start: () => new ProcessClient(PYTHON, 'client_suds.py'),
  },
  { name: "node's soap", signs: false, packages: '', check: undefined, start: () => new NodeClient() },
];

/** Throws with the missing Debian packages. */
export const mustBeInstalled = ({ name, packages, check }: KnownClient): void => {
  if (!check) return;
  const [command, ...args] = check;
  try {
    execFileSync(command, args, { stdio: 'ignore' });
  } catch (error) {
    throw new Error(`${name} is missing: apt-get install ${packages}`, { cause: error });
  }
};
