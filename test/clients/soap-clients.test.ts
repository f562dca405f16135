/**
 * SOAP clients, unchanged and used as in practice. Each calls every operation on an application whose twin does the same
 * over REST, so that its results are compared with REST and with the XML document that it received.
 */
import { type CallSoap, SoapInterface, UNTOLD } from '../conformance/soap/soap-interface.js';
import { type OtherOptions, type Twin, Twins } from '../conformance/twins/twins.js';
import type { TestApp } from '../support/app.js';
import { type DatabaseKind, databases } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { namespaceOf, soapCall, type SoapReply, soapReply, type SoapValue } from '../support/soap.js';
import { type ClientReply, mustBeInstalled, SOAP_CLIENTS, type SoapClient } from '../support/soap-clients.js';
import type { XmlNode } from '../support/xml-node.js';

/** The same number can be written in several ways. */
const canonical = (text: string): string => (text !== '' && !Number.isNaN(Number(text)) ? String(Number(text)) : text);

/**
 * Each value of a client's result, with its path. The client may have converted an object with one element called `item`
 * to a list, and a list of one item to that item.
 */
const leavesOf = (value: unknown, path = ''): readonly string[] => {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one, index) => leavesOf(one, `${path}[${index}]`));
  if (typeof value !== 'object')
    return [`${path} ${canonical(typeof value === 'string' ? value : JSON.stringify(value))}`];
  return Object.entries(value).flatMap(([name, own]) => {
    if (name === '$attributes') return [];
    if (name === 'item') return leavesOf(Array.isArray(own) ? own : [own], path);
    return leavesOf(own, `${path}.${name}`);
  });
};

/** The same for the XML document. */
const textsOf = (node: XmlNode | undefined, path = ''): readonly string[] => {
  if (!node) return [];
  if (node.children.length === 0) return node.text === '' ? [] : [`${path} ${canonical(node.text)}`];
  return node.children.flatMap((child, index) =>
    textsOf(child, child.name === 'item' ? `${path}[${index}]` : `${path}.${child.name}`),
  );
};

const holdsNull = (value: SoapValue): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some((one: SoapValue) => holdsNull(one)));

/** What each client has encountered. */
interface Met {
  readonly succeeded: Set<string>;
  readonly refused: Set<string>;
  nulls: number;
  /** Differences between the client's result and the XML document. */
  readonly misread: string[];
  readonly local: string[];
}

/** Calls per operation and status that go through the client. Further calls are sent without it. */
const OFTEN = 2;

/** The difference between the client's result and the XML document; undefined if there is none. */
const misread = ({ result, fault, text }: SoapReply, clientReply: ClientReply): string | undefined => {
  if (fault || clientReply.fault !== undefined)
    return fault?.message === clientReply.fault ? undefined : `it threw ${clientReply.fault}, it got ${text}`;
  const [shown, whole] = [leavesOf(clientReply.decoded), textsOf(result)].map((leaves) => leaves.toSorted().join('\n'));
  // zeep returns an object with one element as that element.
  const [only, ...others] = result?.children ?? [];
  const inner = only && others.length === 0 && only.name !== 'item' ? textsOf(only).toSorted().join('\n') : whole;
  return shown === whole || shown === inner ? undefined : `it made\n${shown}\nof\n${whole}`;
};

const through = (client: SoapClient, met: Met): CallSoap => {
  const calls = new Map<string, number>();
  return async (ask) => {
    const key = `${ask.operation} ${ask.restStatus}`;
    const before = calls.get(key) ?? 0;
    if (![200, 202, 404].includes(ask.restStatus) || before >= OFTEN) return soapCall(ask);
    const namespace = namespaceOf(ask.publicBase, ask.services, ask.store);
    const clientReply = await client.call({
      wsdl: namespace.replace('?', '?wsdl&'),
      operation: ask.operation,
      members: ask.members,
      ...(ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` }),
    });
    const { response } = clientReply;
    if (clientReply.local !== undefined || response === undefined) {
      // The client itself rejects what the WSDL forbids.
      met.local.push(`${ask.operation}: ${clientReply.local ?? ''}`);
      return soapCall(ask);
    }
    calls.set(key, before + 1);
    if (holdsNull(ask.members)) met.nulls += 1;
    const reply = soapReply({ status: 200, headers: {}, text: response, json: undefined });
    (reply.fault ? met.refused : met.succeeded).add(ask.operation);
    const wrong = misread(reply, clientReply);
    if (wrong !== undefined) met.misread.push(`${ask.operation}: ${wrong}`);
    // The version is in a header, which clients do not expose.
    return { ...reply, headers: { 'x-pricing-version': UNTOLD } };
  };
};

describe('SOAP clients', () => {
  const met = SOAP_CLIENTS.map((): Met => ({
    succeeded: new Set(),
    refused: new Set(),
    nulls: 0,
    misread: [],
    local: [],
  }));
  const clients: SoapClient[] = [];
  const crawled = new Map<DatabaseKind, Twins>();
  const kinds = databases();
  /** Clients do not depend on the database, so each is tested with one of them. */
  const kindOf = (index: number): DatabaseKind => kinds[index % kinds.length] ?? 'sqlite';

  beforeAll(async () => {
    for (const database of kinds) {
      const others: OtherOptions[] = [];
      for (const [index, known] of SOAP_CLIENTS.entries()) {
        if (kindOf(index) !== database) continue;
        mustBeInstalled(known);
        const client = known.start();
        clients.push(client);
        const other = (app: TestApp) => new SoapInterface(app, through(client, met[index] as Met));
        others.push({ database, other, port: await freePort() });
      }
      const twins = await Twins.crawl({ database, others, store: 'default', refusals: 0, keys: false });
      await twins.close();
      crawled.set(database, twins);
    }
  }, 1_800_000);
  afterAll(() => {
    for (const client of clients) client.close();
  });

  describe.each(SOAP_CLIENTS.map(({ name }, index) => [name, index] as const))('%s', (_, index) => {
    const twin = (): Twin | undefined => crawled.get(kindOf(index))?.others[Math.floor(index / kinds.length)];
    const own = met[index] as Met;

    it('receives the same as REST returns', () => expect(twin()?.outcome.differences).toEqual([]));

    it('returns values as they are in the XML document', () => expect(own.misread).toEqual([]));

    it('calls every operation', () => {
      const why = (name: string): string =>
        [twin()?.outcome.unsaid.get(name), ...own.local.filter((line) => line.startsWith(`${name}:`))].join(' ');
      const missed = [...(twin()?.names ?? [])].filter((name) => !own.succeeded.has(name));
      expect(missed.map((name) => `${name} ${why(name)}`)).toEqual([]);
    });

    it('throws faults with their text', () => expect(own.refused.size).toBeGreaterThan(20));

    it('sends null to clear a value', () => expect(own.nulls).toBeGreaterThan(0));
  });
});
