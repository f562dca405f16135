import { Refusal } from '../kernel/index.js';

/** A request that is not a valid call. Each becomes a fault with status 500 (soap.md, "Faults"). */
export abstract class NotUnderstood extends Refusal {
  /** The fault code, except for `VersionMismatch`, which has its own. */
  readonly by: 'sender' | 'receiver' = 'sender';
}

/**
 * Invalid XML, or XML that is not accepted: with a DOCTYPE, unknown entities or another encoding. The fault code is
 * `Receiver`, as on the platform.
 */
export class InvalidXml extends NotUnderstood {
  override readonly by = 'receiver';

  constructor(cause?: unknown) {
    super('Invalid XML', { cause });
  }
}

/** The document is not an envelope of a known SOAP version. */
export class VersionMismatch extends NotUnderstood {
  constructor() {
    super('Wrong Version');
  }
}

/** The first element of the body is not an operation of the address's services. */
export class ProcedureNotPresent extends NotUnderstood {
  constructor() {
    super('Procedure not present');
  }
}

/** 400: the address has no services, or unknown ones. */
export class AddressRefused extends Refusal {}
