import { createHash } from 'node:crypto';
import { secretNames, containsSecret } from '../../../libs/calls/index.js';
import { bodyOf, type Operation, restNameOf } from '../../../libs/operations/index.js';
import { filledText, type ReportedRefusal } from '../../support/refusal-text.js';
import type { Reply } from '../../support/send.js';
import type { Ask, Json } from '../crawl/crawler.js';
import { withoutKey } from '../twins/asks.js';
import { type Compared, type ComparedInterface, isPlainJson, type TwinCall } from '../twins/compared-interface.js';
import type { Side } from '../twins/side.js';

type Item = Readonly<Record<string, unknown>>;

/** A call as it is sent: alone, or the only one of a list. */
interface Form {
  readonly path: string;
  readonly body: unknown;
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

const alone = ({ path, query, body }: TwinCall): Form => ({ path: withQuery(`async/V1/${path}`, query), body });

const byNames = ({ rest: { path } }: Operation): string =>
  path.replace(/:(\w)/g, (_, letter: string) => `by${letter.toUpperCase()}`);

/** The body as an item of a list; undefined if it cannot be one. */
const itemOf = (body: unknown): Item | undefined => {
  let parsed = body ?? {};
  try {
    if (typeof body === 'string') parsed = JSON.parse(body) as object;
  } catch {
    return undefined;
  }
  return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Item) : undefined;
};

const listed = ({ operation, params, query, body }: TwinCall): Form | undefined => {
  // REST reports a missing body, but a list of calls reports its missing fields.
  if (body === undefined && bodyOf(operation.input)) return undefined;
  const item = itemOf(body);
  if (operation.startsJob || !item || Object.keys(params).some((name) => name in item)) return undefined;
  return { path: withQuery(`async/bulk/V1/${byNames(operation)}`, query), body: [{ ...params, ...item }] };
};

/** The messages of a REST refusal as one text. */
const textOf = (refusal: ReportedRefusal): string => (refusal.errors ?? [refusal]).map(filledText).join(' ');

/** Callers that see all jobs may not call these operations, so input and result are hidden from them. */
const isHidden = ({ rest: { path } }: Operation): boolean => /^integration\/\w+\/revoke-/.test(path);

const expectedOf = (rest: Reply, operation: Operation): object => {
  const isShown = !isHidden(operation);
  return rest.status < 300
    ? { status: 1, result: isShown ? (rest.json as unknown) : null, message: null, code: null, sent: null }
    : {
        status: 'refused',
        result: null,
        message: textOf(rest.json as ReportedRefusal),
        code: 0,
        sent: isShown ? true : null,
      };
};

/** The status of the only call of a bulk, in the same form. */
const outcomeOf = (accepted: Json, call: Json): object => {
  const [item] = accepted.request_items;
  const { status, serialized_data: sent, result_serialized_data: result } = call;
  const isRejected = item.status === 'rejected';
  const digest = typeof sent === 'string' ? createHash('sha256').update(sent).digest('hex') : item.data_hash;
  const isConsistent =
    accepted.errors === isRejected &&
    (isRejected ? status === 5 && item.error_message === call.result_message : item.data_hash === digest);
  return {
    status: isConsistent && (status === 3 || status === 5) ? 'refused' : status,
    result: result === null ? null : (JSON.parse(result) as unknown),
    message: call.result_message,
    code: call.error_code,
    sent: sent === null ? null : typeof sent === 'string',
  };
};

/** Asynchronous calls compared with REST (jobs.md). Every second one is sent in a list. */
export class AsyncInterface implements ComparedInterface {
  private calls = 0;

  /** Operations that write and whose input and output contain no secret. */
  nameOf(operation: Operation): string | undefined {
    const { effect, rest, input, output } = operation;
    // A PATCH has no asynchronous form.
    const isOffered = effect !== 'reads' && rest.verb !== 'GET' && rest.verb !== 'PATCH';
    return isOffered && !containsSecret(output) && secretNames(bodyOf(input)).size === 0
      ? restNameOf(operation)
      : undefined;
  }

  takes(ask: Ask): boolean {
    return ask.verb !== 'GET' && isPlainJson(ask);
  }

  async call(call: TwinCall, side: Side): Promise<Compared> {
    const { rest, store, token, ask, operation } = call;
    // A refused REST call does not use up its key, but an accepted asynchronous call does.
    const isOfKey = rest.status < 300 || rest.text.includes('Idempotency-Key');
    const headers = isOfKey ? call.headers : withoutKey(ask).headers;
    this.calls += 1;
    // A key belongs to one path, so all calls with a key use the same form.
    const isListed = this.calls % 2 === 0 && headers?.['idempotency-key'] === undefined;
    const { path, body } = (isListed && listed(call)) || alone(call);
    const reply = await side.send({
      method: ask.verb,
      path: `/rest/${store === undefined ? '' : `${store}/`}${path}`,
      ...(headers ? { headers } : {}),
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    });
    const asked = `${path} ${JSON.stringify(body)}: ${reply.text}`;
    // An immediate response must be the same as that of REST.
    if (reply.status !== 202) {
      const [expected, actual] = [rest, reply].map(({ status, json }) => ({ status, json: json as unknown }));
      return { expected, actual, isRefused: true, json: reply.json, asked };
    }
    await side.works();
    const answered = await this.resultOf(reply.json.bulk_uuid as string, side);
    const { result_serialized_data: result, status } = answered;
    return {
      expected: expectedOf(rest, operation),
      actual: outcomeOf(reply.json, answered),
      isRefused: status !== 1,
      json: typeof result === 'string' ? JSON.parse(result) : undefined,
      asked,
    };
  }

  /** Reads as a caller that sees all jobs, because the call may have revoked the sender's own token. */
  private async resultOf(uuid: string, side: Side): Promise<Json> {
    const token = side.token('all') ?? side.token('root') ?? '';
    const { json } = await side.send({ path: `/rest/V1/bulk/${uuid}/detailed-status`, token });
    return json.operations_list[0];
  }
}
