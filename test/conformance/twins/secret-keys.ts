import type { AnswerSpec } from '../../../libs/operations/index.js';

/** What nobody else may know differs from one answer to the next. */
export const SECRET = '<secret>';

/** The fields of an answer that hold a secret. */
export const secretKeys = (output: AnswerSpec): ReadonlySet<string> =>
  new Set('fields' in output ? output.fields.flatMap(({ name, kind }) => (kind.type === 'secret' ? [name] : [])) : []);
