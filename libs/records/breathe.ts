/**
 * Lets whatever else waits have its turn: a long call on the embedded database, whose driver blocks, would otherwise
 * hold up all others.
 */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
