import { Refusal } from '../kernel/index.js';

/** Errors of the request itself, before any handler. Each has a row in the status table. */

/** 404: the path does not exist, or not with this method. */
export class NoSuchRoute extends Refusal {
  constructor() {
    super('Request does not match any route.');
  }
}

/** 400: an unknown store code, no version, or invalid percent-encoding. */
export class NotProcessable extends Refusal {
  constructor() {
    super('Specified request cannot be processed.');
  }
}

/** 405: a method that no route has, or that this path does not have; `allowed` lists the path's methods. */
export class VerbNotSupported extends Refusal {
  constructor(
    verb: string,
    readonly allowed = 'GET, POST, PUT, DELETE',
  ) {
    super(`The ${verb} HTTP method is not supported.`);
  }
}

/** 406: the Accept header does not allow JSON. */
export class NotAcceptable extends Refusal {
  constructor() {
    super('Server cannot understand Accept HTTP header media type.');
  }
}

/** 400: the body is invalid before its fields are read. */
export class BodyRefused extends Refusal {}

/**
 * 408: the body arrived too slowly, or too many large ones arrived at once. The message names the rule and how to send
 * less.
 */
export class BodyTimeout extends Refusal {}

/** The client has disconnected. */
export class CallerGone extends Error {
  constructor() {
    super('The client closed the connection.');
  }
}
