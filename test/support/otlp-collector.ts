import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as sent to a collector. */
export interface ReportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** 1 is internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 means failed. */
  readonly status: number;
  readonly service: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

type Value = Buffer | bigint;

/** The fields of a protobuf message by number. */
const fieldsOf = (bytes: Buffer): ReadonlyMap<number, readonly Value[]> => {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
    }
  };
  const taken = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = Number(varint());
    const value = ((): Value => {
      switch (key & 7) {
        case 0:
          return varint();
        case 1:
          return taken(8).readBigUInt64LE();
        case 2:
          return taken(Number(varint()));
        case 5:
          return BigInt(taken(4).readUInt32LE());
        default:
          throw new Error(`no wire type ${key & 7}`);
      }
    })();
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
};

const messages = (of: ReadonlyMap<number, readonly Value[]>, field: number) =>
  (of.get(field) ?? []).map((value) => fieldsOf(value as Buffer));
const text = (of: ReadonlyMap<number, readonly Value[]>, field: number, as: BufferEncoding = 'utf8'): string =>
  (of.get(field)?.[0] as Buffer | undefined)?.toString(as) ?? '';
const whole = (of: ReadonlyMap<number, readonly Value[]>, field: number): bigint =>
  (of.get(field)?.[0] as bigint | undefined) ?? 0n;

const attributesOf = (of: ReadonlyMap<number, readonly Value[]>, field: number): ReportedSpan['attributes'] =>
  Object.fromEntries(
    messages(of, field).map((pair) => {
      const [value] = messages(pair, 2);
      const isText = value?.has(1) ?? false;
      return [text(pair, 1), value === undefined ? '' : isText ? text(value, 1) : Number(whole(value, 3))];
    }),
  );

/** The spans of an ExportTraceServiceRequest. */
const spansIn = (bytes: Buffer): readonly ReportedSpan[] =>
  messages(fieldsOf(bytes), 1).flatMap((ofResource) => {
    const [resource] = messages(ofResource, 1);
    const service = String((resource && attributesOf(resource, 1))?.['service.name'] ?? '');
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span): ReportedSpan => {
        const [status] = messages(span, 15);
        return {
          traceId: text(span, 1, 'hex'),
          spanId: text(span, 2, 'hex'),
          parentId: text(span, 4, 'hex'),
          name: text(span, 5),
          kind: Number(whole(span, 6)),
          startNs: whole(span, 7),
          endNs: whole(span, 8),
          attributes: attributesOf(span, 9),
          status: status ? Number(whole(status, 3)) : 0,
          service,
        };
      }),
    );
  });

/** A trace collector for OTLP over HTTP with protobuf. */
export class OtlpCollector {
  readonly spans: ReportedSpan[] = [];
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<OtlpCollector> {
    const collector = new OtlpCollector(
      createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const isOurs = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
          if (isOurs) collector.take(Buffer.concat(parts), request.headers);
          response.writeHead(isOurs ? 200 : 404, { 'Content-Type': 'application/x-protobuf' }).end();
        });
      }),
    );
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves with the first span that matches, whether it has already arrived or is still to come. */
  until(holds: (span: ReportedSpan) => boolean): Promise<ReportedSpan> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.spans.find(holds);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  childrenOf({ spanId }: ReportedSpan): readonly ReportedSpan[] {
    return this.spans
      .filter(({ parentId }) => parentId === spanId)
      .sort((one, other) => Number(one.startNs - other.startNs));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: Buffer, headers: NodeJS.Dict<string | string[]>): void {
    this.spans.push(...spansIn(body));
    this.headers.push(headers);
    for (const look of [...this.waiting]) look();
  }
}
