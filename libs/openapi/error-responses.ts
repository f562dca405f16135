import {
  InputRefused,
  HistoryExpired,
  NoSuchEntity,
  NotSignedIn,
  type RefusalForm,
  required,
  CustomerElsewhere,
  RightMissing,
  SignInRefused,
  StateConflict,
  TooLarge,
  TooManyRequests,
  Unavailable,
} from '../kernel/index.js';
import {
  tooSlow,
  aclId,
  type WireSettings,
  answerTo,
  BodyRefused,
  BodyTimeout,
  NotAcceptable,
  NotProcessable,
} from '../web/index.js';
import { type Json, ref } from './json.js';

/** Example errors, made with the same status table as real ones. */
const example = (error: Error): unknown => answerTo(error)?.body;

const PARAMETERS: Json = {
  description:
    'Values of the placeholders in the message: an object with their names as keys, or an array in the order of their numbers',
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
};

const FAULT_SCHEMA: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'Error message; placeholders such as %name or %1 refer to `parameters`' },
    parameters: PARAMETERS,
  },
};

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'Error message; placeholders such as %name or %1 refer to `parameters`' },
    parameters: PARAMETERS,
    errors: {
      type: 'array',
      description: 'All errors found in the request; absent if there is only one error',
      items: ref('schemas', 'Fault'),
    },
  },
  examples: [example(new InputRefused(required('customerPrice')))],
};

const examplesOf = (errors: Readonly<Record<string, Error>>): Json =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, { value: example(error) }]));

const WITH_RETRY: Json = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer', minimum: 1 } },
};

const response = (description: string, examples: Json, headers?: Json): Json => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/json': { schema: ref('schemas', 'Error'), examples } },
});

const INTERNAL = {
  message: 'Internal Error. Details are available in the log. Report ID: webapi-0123456789abc',
};

/** Schema of an error in the format of a standard. */
export const formedError = (form: RefusalForm, status: number, settings: WireSettings): Json => {
  const { description, headers } = errorResponses(settings)[`Error${status}`] ?? {};
  const example = form.body(status, 'Reason for the refusal.') as Json | undefined;
  return {
    description: description ?? '',
    ...(headers === undefined ? {} : { headers }),
    ...(example ? { content: { 'application/json': { schema: ref('schemas', form.schema.name), example } } } : {}),
  };
};

/** All error statuses with examples, by the name under which operations refer to them. */
export const errorResponses = (settings: WireSettings): Readonly<Record<string, Json>> => ({
  Error400: response('The request is malformed or contains an invalid value', {
    ...examplesOf({
      required: new InputRefused(required('customerPrice')),
      several: new InputRefused(required('sku'), required('value')),
      body: new BodyRefused('Decoding error.'),
      path: new NotProcessable(),
    }),
  }),
  Error401: response(
    'The token is missing, expired or invalid',
    examplesOf({ notSignedIn: new NotSignedIn(aclId(settings, '_Customerprice::save')), signIn: new SignInRefused() }),
  ),
  Error403: response(
    'The caller does not have the required right, or the customer does not belong to the website',
    examplesOf({
      rightMissing: new RightMissing(aclId(settings, '_Customerprice::save')),
      customerElsewhere: new CustomerElsewhere('de'),
    }),
  ),
  Error404: response('The record does not exist', examplesOf({ noSuchEntity: new NoSuchEntity('id', 9999) })),
  Error406: response('The Accept header does not allow JSON', examplesOf({ notAcceptable: new NotAcceptable() })),
  Error408: response(
    'The body arrived too slowly, or too many large bodies arrived at once. The connection is closed.',
    examplesOf({ tooSlow: new BodyTimeout(tooSlow('usual', settings.bodies)) }),
  ),
  Error409: response(
    'The request conflicts with the current state',
    examplesOf({ conflict: new StateConflict('The number of matching records is %count.', { count: 17 }) }),
  ),
  Error410: response(
    'The requested data is no longer available',
    examplesOf({ gone: new HistoryExpired('The log starts at version %version.', { version: 1200 }) }),
  ),
  Error412: response('A precondition of the request failed', {
    precondition: { value: { message: 'Precondition failed.' } },
  }),
  Error413: response('The request body is too large', examplesOf({ tooLarge: new TooLarge(1_048_576) })),
  Error416: response('The requested range is outside the file', {
    range: {
      value: {
        message:
          'The range is outside the file. Send a range within the file size, which the header Content-Range contains.',
      },
    },
  }),
  Error429: response('Too many requests', examplesOf({ tooMany: new TooManyRequests(5) }), WITH_RETRY),
  Error500: response('Internal error. The log contains details under the report ID.', {
    internal: { value: INTERNAL },
  }),
  Error503: response(
    'The database is not available, or the request took too long. Each record was stored completely or not at all.',
    examplesOf({ unavailable: new Unavailable(5) }),
    WITH_RETRY,
  ),
});

export const errorSchema = (): Json => ERROR_SCHEMA;

export const faultSchema = (): Json => FAULT_SCHEMA;
