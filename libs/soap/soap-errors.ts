import { Refusal } from '../kernel/index.js';

/** Requests that are no valid call: each is a fault with status 500 (soap.md, "Faults"). */
export abstract class NotUnderstood extends Refusal {
  /** Fault code; `VersionMismatch` has its own. */
  readonly by: 'sender' | 'receiver' = 'sender';
}

/**
 * Invalid XML, or XML that is not accepted: with a DOCTYPE, unknown entities, another encoding. `Receiver`, like the
 * platform.
 */
export class InvalidXml extends NotUnderstood {
  override readonly by = 'receiver';

  constructor(cause?: unknown) {
    super('Invalid XML', { cause });
  }
}

/** The document is no envelope of a known version. */
export class VersionMismatch extends NotUnderstood {
  constructor() {
    super('Wrong Version');
  }
}

/** The first element of the body is no operation of the services of the address. */
export class ProcedureNotPresent extends NotUnderstood {
  constructor() {
    super('Procedure not present');
  }
}

/** 400: the address names no services, or wrong ones. */
export class AddressRefused extends Refusal {}
