import type { AnswerSpec } from '../../../libs/operations/index.js';

/** Replaces secrets, which differ in each response. */
export const SECRET = '<secret>';

/** The fields of a response that contain a secret. */
export const secretKeys = (output: AnswerSpec): ReadonlySet<string> =>
  new Set('fields' in output ? output.fields.flatMap(({ name, kind }) => (kind.type === 'secret' ? [name] : [])) : []);
