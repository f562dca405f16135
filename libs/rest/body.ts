import type { BodySpec } from '../operations/index.js';

export const BODY = 'webapi:body';

type Target = Readonly<Record<string | symbol, unknown>>;

const functionAt = (target: object, key: string | symbol): object => (target as Target)[key] as object;

export const declareBody = (target: object, key: string | symbol, spec: BodySpec): void => {
  if (Reflect.hasMetadata(BODY, functionAt(target, key))) throw new Error(`${String(key)} declares two bodies`);
  Reflect.defineMetadata(BODY, spec, functionAt(target, key));
};
