import { HttpException } from '@nestjs/common';
import {
  CustomerElsewhere,
  type Fault,
  InputRefused,
  HistoryExpired,
  NoSuchEntity,
  NoSuchOne,
  NotSignedIn,
  RightMissing,
  type FaultText,
  say,
  SignatureRefused,
  SignInRefused,
  PreconditionFailed,
  StateConflict,
  StoppedOnTheWay,
  TooLarge,
  TooManyRequests,
  Unavailable,
} from '../kernel/index.js';
import { RowRefused } from '../records/index.js';
import {
  BodyRefused,
  BodyTimeout,
  NoSuchRoute,
  NotAcceptable,
  NotProcessable,
  VerbNotSupported,
} from './wire-errors.js';

/** `{"message", "parameters", "errors"}`; empty keys are omitted (wire.md §5). */
interface ErrorBody extends FaultText {
  readonly errors?: readonly FaultText[];
}

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

const answer = (status: number, body: ErrorBody, headers: Readonly<Record<string, string>> = {}): ErrorAnswer => ({
  status,
  body,
  headers,
});

const ofFaults = (faults: readonly Fault[]): ErrorBody => {
  const [first, ...more] = faults.map(say);
  if (first && more.length === 0) return first;
  return { message: 'One or more input exceptions have occurred.', errors: faults.map(say) };
};

const unauthorized = (resources: string): ErrorBody => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' } as const;
const OAUTH_CHALLENGE = { 'WWW-Authenticate': 'OAuth' } as const;

const stated = ({ text, parameters }: StateConflict | HistoryExpired | NoSuchOne | SignatureRefused): ErrorBody =>
  parameters === undefined ? { message: text } : { message: text, parameters };

/** The table of HTTP statuses (wire.md §5): the response to a refusal. Undefined for other errors, which are bugs. */
export const answerTo = (error: unknown): ErrorAnswer | undefined => {
  if (error instanceof InputRefused) return answer(400, ofFaults(error.faults));
  if (error instanceof RowRefused) return answer(400, ofFaults(error.faults));
  if (error instanceof BodyRefused || error instanceof NotProcessable) return answer(400, { message: error.message });
  if (error instanceof NotSignedIn) return answer(401, unauthorized(error.resources), CHALLENGE);
  if (error instanceof SignInRefused) return answer(401, { message: error.message }, CHALLENGE);
  if (error instanceof SignatureRefused) return answer(401, stated(error), OAUTH_CHALLENGE);
  if (error instanceof CustomerElsewhere)
    return answer(403, { message: error.message, parameters: { resources: error.resources } });
  if (error instanceof RightMissing) return answer(403, unauthorized(error.resources));
  if (error instanceof NoSuchEntity) {
    const { fieldName, fieldValue } = error;
    return answer(404, {
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName, fieldValue },
    });
  }
  if (error instanceof NoSuchOne) return answer(404, stated(error));
  if (error instanceof NoSuchRoute) return answer(404, { message: error.message });
  if (error instanceof VerbNotSupported) return answer(405, { message: error.message }, { Allow: error.allowed });
  if (error instanceof NotAcceptable) return answer(406, { message: error.message });
  // Close the connection: the rest of the body is not a new request.
  if (error instanceof BodyTimeout) return answer(408, { message: error.message }, { Connection: 'close' });
  if (error instanceof StateConflict) return answer(409, stated(error));
  if (error instanceof HistoryExpired) return answer(410, stated(error));
  if (error instanceof PreconditionFailed) return answer(412, { message: error.message });
  if (error instanceof TooLarge) return answer(413, { message: error.message });
  if (error instanceof TooManyRequests || error instanceof Unavailable) {
    const status = error instanceof Unavailable ? 503 : 429;
    const body = error instanceof StoppedOnTheWay ? stated(error) : { message: error.message };
    return answer(status, body, { 'Retry-After': String(error.retryAfterSeconds) });
  }
  return error instanceof HttpException ? ofFramework(error) : undefined;
};

/** Errors of Nest or Express: unknown routes, or requests that they cannot parse. */
const ofFramework = (error: HttpException): ErrorAnswer | undefined => {
  const status = error.getStatus();
  if (status === 404) return answer(404, { message: new NoSuchRoute().message });
  if (status === 400) return answer(400, { message: new NotProcessable().message });
  return status < 500 ? answer(status, { message: error.message }) : undefined;
};
