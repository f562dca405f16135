import type { OperationContext } from '../operations/index.js';
import { answerTo, type HttpRequestContext } from '../web/index.js';

/** Who asks and from where, of a call that came as a request. */
export class HttpOperationContext implements OperationContext {
  constructor(private readonly exchange: HttpRequestContext) {}

  get caller(): never {
    // Behind the guard it is what the operation's right promises.
    return this.exchange.caller as never;
  }

  get namedStore() {
    return this.exchange.store;
  }

  get call() {
    return this.exchange.sent?.pathCall;
  }

  storeView() {
    return this.exchange.storeView();
  }

  tell(refusal: unknown): object | null {
    return answerTo(refusal)?.body ?? null;
  }
}
