import type { OperationContext } from '../operations/index.js';
import { answerTo, type HttpRequestContext } from '../web/index.js';

/** Who asks and from where, of a call that came as a request. */
export class HttpOperationContext implements OperationContext {
  constructor(private readonly requestContext: HttpRequestContext) {}

  get caller(): never {
    // Behind the guard it is what the operation's right promises.
    return this.requestContext.caller as never;
  }

  get namedStore() {
    return this.requestContext.store;
  }

  get call() {
    return this.requestContext.sent?.pathCall;
  }

  storeView() {
    return this.requestContext.storeView();
  }

  tell(refusal: unknown): object | null {
    return answerTo(refusal)?.body ?? null;
  }
}
