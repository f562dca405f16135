import { MakeItems } from '../../../src/dpp/runs/application/make-items.js';
import {
  PASSPORT_RUN_JOB,
  PASSPORT_RUN_RESERVATION_JOB,
  PASSPORT_RUN_WITHDRAWAL_JOB,
} from '../../../src/dpp/runs/application/run-job.js';
import { WithdrawItems } from '../../../src/dpp/runs/application/withdraw-items.js';
import type { TestApp } from '../../support/app.js';
import { doJobs } from '../../support/done-jobs.js';
import { type Reply, send, type Sent } from '../../support/send.js';
import type { Ask, Json } from '../crawl/crawler.js';

/** Stored values that are shorter than this are not random. */
const LONG = 16;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** One of two applications, with values from its responses. */
export class Side {
  private readonly kept = new Map<string, string>();

  constructor(
    readonly app: TestApp,
    /** Its public base URL. */
    readonly publicBase: string,
  ) {}

  /** Replaces `«name»` with this value from now on. */
  knows(name: string, value: string): void {
    this.kept.set(name, value);
  }

  token(name: string): string | undefined {
    return name === 'none' ? undefined : this.kept.get(name);
  }

  filled(text: string): string {
    return text.replace(/«([^»]+)»/g, (_, name: string) => this.kept.get(name) ?? '');
  }

  filledBody(body: unknown): unknown {
    if (Buffer.isBuffer(body) || body === undefined) return body;
    return typeof body === 'string' ? this.filled(body) : (JSON.parse(this.filled(JSON.stringify(body))) as unknown);
  }

  send(sent: Sent): Promise<Reply> {
    return send(this.app.url, sent);
  }

  rest(ask: Ask): Promise<Reply> {
    const token = this.token(ask.as);
    const body = this.filledBody(ask.body);
    return this.send({
      method: ask.verb,
      path: this.filled(ask.path),
      headers: this.filledHeaders(ask),
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    });
  }

  filledHeaders({ headers = {} }: Ask): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.filled(value)]));
  }

  /** Stores the values of a response that later requests need. */
  keep({ keep = {} }: Ask, answer: { readonly json: Json }): void {
    for (const [name, of] of Object.entries(keep)) this.knows(name, String(of(answer.json)));
  }

  /** Runs all waiting calls and passport runs. Jobs of other kinds fail. */
  async works(): Promise<void> {
    const kinds = [
      [PASSPORT_RUN_JOB, this.app.get(MakeItems)],
      [PASSPORT_RUN_RESERVATION_JOB, this.app.get(MakeItems)],
      [PASSPORT_RUN_WITHDRAWAL_JOB, this.app.get(WithdrawItems)],
    ] as const;
    await doJobs(this.app, { kinds });
  }

  /** Replaces values that are specific to this side, so that both sides can be compared. */
  normal(answer: unknown): unknown {
    let text = (JSON.stringify(answer) ?? 'null').replace(UUID, '<uuid>').replaceAll(this.publicBase, '<base>');
    for (const [name, value] of this.kept) if (value.length >= LONG) text = text.replaceAll(value, `<${name}>`);
    return JSON.parse(text) as unknown;
  }
}
