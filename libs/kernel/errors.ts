import { type Fault, plain, required, say, sentence } from './faults.js';

/**
 * Errors of the domain that are reported to the caller. `libs/web` maps each class to an HTTP status in one table;
 * other errors are bugs. Absence is `undefined`, never an error.
 */
export abstract class Refusal extends Error {}

/** The error format that a standard defines for routes below a path (wire.md §5). */
export interface RefusalForm {
  /** `/shelf/v1` covers this path and all paths below it. */
  readonly path: string;
  /** Name and JSON Schema of the error body, for the OpenAPI document. */
  readonly schema: { readonly name: string; readonly of: object };
  /** Creates the body of an error; undefined for none. */
  readonly body: (status: number, text: string) => object | undefined;
}

/** A problem that stops the process and that the operator can solve. The message explains how. */
export class OperatorFault extends Error {}

/** 400: the input is invalid; contains all errors of a record. */
export class InputRefused extends Refusal {
  readonly faults: readonly [Fault, ...Fault[]];

  constructor(first: Fault, ...more: readonly Fault[]) {
    super([first, ...more].map((fault) => plain(say(fault))).join(' '));
    this.faults = [first, ...more];
  }

  static sentence(message: string, parameters?: Readonly<Record<string, unknown>>): InputRefused {
    return new InputRefused(sentence(message, parameters));
  }
}

/** Maximum number of reported faults per input. */
export const FAULTS_MAX = 100;

/** Throws if there are faults. */
export const refuse = (faults: readonly Fault[]): void => {
  const [first, ...more] = faults.slice(0, FAULTS_MAX);
  if (first) throw new InputRefused(first, ...more);
};

export const missing = (field: string): InputRefused => new InputRefused(required(field));

/** 404: no record has this key. A numeric key stays a number in the response. */
export class NoSuchEntity extends Refusal {
  constructor(
    readonly fieldName: string,
    readonly fieldValue: string | number,
  ) {
    super(`No such entity with ${fieldName} = ${fieldValue}`);
  }
}

/** 404 with a custom message. */
export class NoSuchOne extends Refusal {
  constructor(
    readonly text: string,
    readonly parameters: Readonly<Record<string, unknown>>,
  ) {
    super(plain({ message: text, parameters }));
  }
}

/** 401: no token or an invalid one. `resources`: the required rights. */
export class NotSignedIn extends Refusal {
  constructor(readonly resources: string) {
    super(`The consumer isn't authorized to access ${resources}.`);
  }
}

/**
 * 401 of the token routes. The message is the same for a wrong user, a wrong password and a locked account (access.md,
 * "Signing in").
 */
export class SignInRefused extends Refusal {
  constructor() {
    super(
      'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
    );
  }
}

/**
 * 401: the signature of a request is invalid. The message gives the reason, like the shop platform's (access.md,
 * "OAuth 1.0a").
 */
export class SignatureRefused extends Refusal {
  constructor(
    readonly text: string,
    readonly parameters?: readonly unknown[],
  ) {
    super(plain(parameters === undefined ? { message: text } : { message: text, parameters }));
  }
}

/** 403: signed in, but without the right. */
export class RightMissing extends Refusal {
  constructor(
    readonly resources: string,
    message = `The consumer isn't authorized to access ${resources}.`,
  ) {
    super(message);
  }
}

/** 403: a customer on a website that they do not belong to. */
export class CustomerElsewhere extends RightMissing {
  constructor(websiteCode: string) {
    super(
      'self',
      `The customer does not belong to website "${websiteCode}". Use a store view of the customer's website.`,
    );
  }
}

/**
 * 409: the request contradicts the current state, for example a confirmed count or a version that is not reached yet.
 */
export class StateConflict extends Refusal {
  constructor(
    readonly text: string,
    readonly parameters?: Readonly<Record<string, unknown>>,
  ) {
    super(plain(parameters === undefined ? { message: text } : { message: text, parameters }));
  }
}

/** 412: the current ETag of the record does not match If-Match. */
export class PreconditionFailed extends Refusal {
  constructor(
    message = 'The record has changed since it was read, so its ETag does not match If-Match. Read the record again, then repeat the change.',
  ) {
    super(message);
  }
}

/** 410: the data existed but is no longer stored. */
export class HistoryExpired extends Refusal {
  constructor(
    readonly text: string,
    readonly parameters?: Readonly<Record<string, unknown>>,
  ) {
    super(plain(parameters === undefined ? { message: text } : { message: text, parameters }));
  }
}

/** 413: more bytes than the limit. `setting`: the name of the setting, if the operator can change the limit. */
export class TooLarge extends Refusal {
  constructor(
    readonly limitBytes: number,
    setting?: string,
    message = `The request is larger than the limit of ${limitBytes} bytes${setting === undefined ? '' : ` (${setting})`}. Send less data at once.`,
  ) {
    super(message);
  }
}

/** 429: too many requests; retry after this many seconds. */
export class TooManyRequests extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    message = 'Too many requests. Please wait and try again later.',
  ) {
    super(message);
  }
}

/** Space does not become free without the operator. */
const DISK_RETRY_S = 30;

/** 503: the database is unreachable or stayed locked. Nothing is partially stored. */
export class Unavailable extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
    message = 'The service is temporarily unavailable. Please wait and try again later.',
  ) {
    super(message, options);
  }
}

/** 503: the database connection was just lost. Another server may take over, so callers with time left retry. */
export class JustLost extends Unavailable {}

/** 503: other writers conflicted each time, so nothing is stored. It may succeed later or with less data. */
export class Contended extends Unavailable {}

/** 503: stopped after this time because other writers were waiting. Nothing is stored. */
export class TookTooLong extends Unavailable {
  constructor(readonly limitMs: number) {
    super(
      1,
      undefined,
      `The call blocked other writes for more than ${limitMs} ms and was rolled back. ` +
        'Request less data at once, or try again later.',
    );
  }
}

/** 503: no space is left on the disk of the database or of document files. Reads still work. */
export class DiskFull extends Unavailable {
  constructor(options?: ErrorOptions) {
    super(
      DISK_RETRY_S,
      options,
      'The service is temporarily unavailable because a disk is full. Please wait and try again later.',
    );
  }
}

/** 503: a call with several transactions stopped before its end. The message says what is stored. */
export class StoppedOnTheWay extends Unavailable {
  constructor(
    readonly text: string,
    readonly parameters: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    const { cause } = options ?? {};
    super(cause instanceof Unavailable ? cause.retryAfterSeconds : 1, options, plain({ message: text, parameters }));
  }
}
