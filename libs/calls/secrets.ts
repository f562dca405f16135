import type { AnswerSpec, BodySpec } from '../operations/index.js';
import type { Field } from '../records/index.js';

const isSecret = ({ kind }: Field): boolean =>
  kind.type === 'secret' || ((kind.type === 'object' || kind.type === 'objects') && kind.fields.some(isSecret));

const isShownSecret = (field: Field): boolean => field.access !== 'write' && isSecret(field);

/** Whether an answer contains a secret, such as a token or a link that works without one. */
export const containsSecret = (answer: AnswerSpec | undefined): boolean =>
  answer !== undefined && (answer.kind === 'secret' || ('fields' in answer && answer.fields.some(isShownSecret)));

const fieldsIn = (body: BodySpec | undefined): readonly Field[] => {
  switch (body?.kind) {
    case 'record':
    case 'records':
    case 'bulk':
      return body.resource.fields;
    case 'wrapped':
    case 'plain':
      return body.fields;
    default:
      return [];
  }
};

/** The snake_case names and aliases of fields of this body that contain secrets. */
export const secretNames = (body: BodySpec | undefined): ReadonlySet<string> => {
  const named = (fields: readonly Field[]): readonly string[] =>
    fields.flatMap(({ name, alias, kind }) => {
      if (kind.type === 'secret') return alias === undefined ? [name] : [name, alias];
      return kind.type === 'object' || kind.type === 'objects' ? named(kind.fields) : [];
    });
  return new Set(named(fieldsIn(body)));
};
