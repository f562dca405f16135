/** A value that is there, or will be. What is remembered is handed over at once: a promise for each would cost more. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with the value, at once where it is there. */
export const whenThere = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
