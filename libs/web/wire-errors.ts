import { Refusal } from '../kernel/index.js';

/** Refusals of the request itself, before any handler. Each has a row in the status table. */

/** 404: no such path, or not with this verb. */
export class NoSuchRoute extends Refusal {
  constructor() {
    super('Request does not match any route.');
  }
}

/** 400: an unknown store code, no version, percent codes that can't be decoded. */
export class NotProcessable extends Refusal {
  constructor() {
    super('Specified request cannot be processed.');
  }
}

/** 405: a verb that no route has, or that this path hasn't; `allowed` are those that it has. */
export class VerbNotSupported extends Refusal {
  constructor(
    verb: string,
    readonly allowed = 'GET, POST, PUT, DELETE',
  ) {
    super(`The ${verb} HTTP method is not supported.`);
  }
}

/** 406: the caller takes no JSON. */
export class NotAcceptable extends Refusal {
  constructor() {
    super('Server cannot understand Accept HTTP header media type.');
  }
}

/** 400: the body is invalid before its fields are read. */
export class BodyRefused extends Refusal {}

/** 408: the body came too slowly, or too many large ones at once; the text says which rule, and how to ask for less. */
export class BodyTimeout extends Refusal {}

/** The client has disconnected. */
export class CallerGone extends Error {
  constructor() {
    super('The client closed the connection.');
  }
}
