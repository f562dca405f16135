/** A value or a promise of one. Cached values are returned directly, because a promise for each would be slower. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with the value; immediately if it is not a promise. */
export const whenThere = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
