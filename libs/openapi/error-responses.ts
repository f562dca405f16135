import {
  InputRefused,
  NoLongerKept,
  NoSuchEntity,
  NotSignedIn,
  type RefusalForm,
  required,
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

/** An error as the wire answers it: the document can't tell another story than the status table. */
const example = (error: Error): unknown => answerTo(error)?.body;

const PARAMETERS: Json = {
  description: 'What the markers stand for: by name, or in order',
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
};

/** One of several faults. */
const FAULT_SCHEMA: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'A text with markers, %name or %1, for the parameters' },
    parameters: PARAMETERS,
  },
};

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'A text with markers, %name or %1, for the parameters' },
    parameters: PARAMETERS,
    errors: {
      type: 'array',
      description: 'Several faults of one request',
      items: ref('schemas', 'Fault'),
    },
  },
  examples: [example(new InputRefused(required('customerPrice')))],
};

const examplesOf = (errors: Readonly<Record<string, Error>>): Json =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, { value: example(error) }]));

const WITH_RETRY: Json = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
};

const response = (description: string, examples: Json, headers?: Json): Json => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/json': { schema: ref('schemas', 'Error'), examples } },
});

const INTERNAL = {
  message: 'Internal Error. Details are available in the log. Report ID: webapi-0123456789abc',
};

/** An error where a standard of its own says how it is told. */
export const formedError = (form: RefusalForm, status: number, settings: WireSettings): Json => {
  const { description, headers } = errorResponses(settings)[`Error${status}`] ?? {};
  const example = form.body(status, 'What was refused, in words.') as Json | undefined;
  return {
    description: description ?? '',
    ...(headers === undefined ? {} : { headers }),
    ...(example ? { content: { 'application/json': { schema: ref('schemas', form.schema.name), example } } } : {}),
  };
};

/** Every error status with its examples, by the name under which operations refer to it. */
export const errorResponses = (settings: WireSettings): Readonly<Record<string, Json>> => ({
  Error400: response('The request can’t be read, or a value is refused', {
    ...examplesOf({
      required: new InputRefused(required('customerPrice')),
      several: new InputRefused(required('sku'), required('value')),
      body: new BodyRefused('Decoding error.'),
      path: new NotProcessable(),
    }),
  }),
  Error401: response(
    'Nobody is signed in, or the token doesn’t hold',
    examplesOf({ notSignedIn: new NotSignedIn(aclId(settings, '_Customerprice::save')), signIn: new SignInRefused() }),
  ),
  Error403: response(
    'Signed in, without the right',
    examplesOf({ rightMissing: new RightMissing(aclId(settings, '_Customerprice::save')) }),
  ),
  Error404: response('There is no such record', examplesOf({ noSuchEntity: new NoSuchEntity('id', 9999) })),
  Error406: response('The Accept header admits no JSON', examplesOf({ notAcceptable: new NotAcceptable() })),
  Error408: response(
    'The body came too slowly, or too many large ones at once; the connection ends',
    examplesOf({ tooSlow: new BodyTimeout(tooSlow('usual', settings.bodies)) }),
  ),
  Error409: response(
    'Contradicts the present state',
    examplesOf({ conflict: new StateConflict('%count records match.', { count: 17 }) }),
  ),
  Error410: response(
    'No longer kept',
    examplesOf({ gone: new NoLongerKept('The log begins at version %version.', { version: 1200 }) }),
  ),
  Error412: response('A precondition of the request doesn’t hold', {
    precondition: { value: { message: 'Precondition failed.' } },
  }),
  Error413: response('The body is too large', examplesOf({ tooLarge: new TooLarge(1_048_576) })),
  Error416: response('The range lies outside of the bytes', {
    range: { value: { message: 'The range lies outside of the bytes: Content-Range tells how many there are.' } },
  }),
  Error429: response('Too much at once', examplesOf({ tooMany: new TooManyRequests(5) }), WITH_RETRY),
  Error500: response('A bug: the log has the report', { internal: { value: INTERNAL } }),
  Error503: response(
    'The database can’t be reached; nothing is half done',
    examplesOf({ unavailable: new Unavailable(5) }),
    WITH_RETRY,
  ),
});

export const errorSchema = (): Json => ERROR_SCHEMA;

export const faultSchema = (): Json => FAULT_SCHEMA;
