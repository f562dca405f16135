import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BearerSecurity, type Client, createClientAsync } from 'soap';
import type { Credentials } from './oauth-signer.js';
import type { SoapMembers, SoapValue } from './soap.js';

/** What a client is to call. */
export interface ClientAsk {
  readonly wsdl: string;
  readonly authorization?: string;
  /** With which each request is signed, by clients that do. */
  readonly credentials?: Credentials;
  readonly operation: string;
  readonly members: SoapMembers;
}

/** What came of it. */
export interface ClientReply {
  /** What stands in `result`, as the client gives it to whoever uses it. */
  readonly decoded?: unknown;
  /** The text of the fault that it threw. */
  readonly fault?: string;
  /** The document that it got. */
  readonly response?: string;
  /** Why it sent nothing. */
  readonly local?: string;
}

export interface SoapClient {
  call(ask: ClientAsk): Promise<ClientReply>;
  close(): void;
}

const FOLDER = join(__dirname, '..', 'fixtures', 'soap');

/** A client in a process of its own: a line of JSON each way. */
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

/** The package `soap`, in this process. */
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
    // The key `attributes` means XML attributes to it; products have a field of that name.
    // And it would give everybody the description that was fetched first.
    const own = { attributesKey: '$attributes', valueKey: '$value', disableCache: true };
    if (authorization === undefined) return createClientAsync(wsdl, own);
    const client = await createClientAsync(wsdl, { ...own, wsdl_headers: { Authorization: authorization } });
    client.setSecurity(new BearerSecurity(authorization.replace(/^Bearer /, '')));
    return client;
  }
}

interface KnownClient {
  readonly name: string;
  /** Whether it signs by OAuth 1.0a, by itself or by a package that people use with it. */
  readonly signs: boolean;
  /** The packages of Debian that it needs, and how to find out that they are there. */
  readonly packages: string;
  readonly check: readonly [command: string, ...args: string[]] | undefined;
  start(): SoapClient;
}

const PYTHON = '/usr/bin/python3';

/** The clients that SOAP is held by. */
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

/** Says which packages of Debian are missing. */
export const mustBeInstalled = ({ name, packages, check }: KnownClient): void => {
  if (!check) return;
  const [command, ...args] = check;
  try {
    execFileSync(command, args, { stdio: 'ignore' });
  } catch (error) {
    throw new Error(`${name} is missing: apt-get install ${packages}`, { cause: error });
  }
};
