import type { NamedCall } from '../kernel/index.js';
import { ALL_STORES, type Caller, type OperationContext, type StoreView } from '../operations/index.js';
import { answerTo, NotProcessable, type StoreViews } from '../web/index.js';

export class AsyncCallContext implements OperationContext {
  private constructor(
    private readonly asker: Caller | undefined,
    readonly namedStore: StoreView | undefined,
    readonly call: NamedCall | undefined,
    private readonly storeViews: StoreViews,
  ) {}

  /** `NotProcessable` if the store view no longer exists. */
  static async create(
    caller: Caller | undefined,
    store: string | null,
    storeViews: StoreViews,
    call?: NamedCall,
  ): Promise<AsyncCallContext> {
    if (store === null) return new AsyncCallContext(caller, undefined, call, storeViews);
    const found = store === ALL_STORES.code ? ALL_STORES : await storeViews.byCode(store);
    if (!found) throw new NotProcessable();
    return new AsyncCallContext(caller, found, call, storeViews);
  }

  get caller(): never {
    // The job checks the rights of the operation before it creates this context.
    return this.asker as never;
  }

  storeView(): StoreView | Promise<StoreView> {
    return this.namedStore ?? this.storeViews.standard();
  }

  tell(refusal: unknown): object | null {
    return answerTo(refusal)?.body ?? null;
  }
}
