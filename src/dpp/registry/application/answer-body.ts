import { type Fault, InputRefused, isObject, refuse } from '../../../../libs/kernel/index.js';
import {
  fieldsOf,
  InstantField,
  IntField,
  ObjectField,
  readFields,
  StringField,
  TextField,
} from '../../../../libs/records/index.js';
import type { Proof, RegistryAnswer } from '../domain/answer.js';
import { MESSAGE_BYTES } from '../registry-entry.record.js';

/** Maximum number of answers per request. */
export const ANSWERS_MAX = 5000;
/** Maximum size of a proof in base64, in bytes. */
const PROOF_BYTES = 512 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export class ProofFields {
  @StringField({
    about: 'Media type of the proof',
    required: true,
    pattern: /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/,
    example: 'application/jose',
  })
  readonly mediaType!: string;

  @TextField({ about: 'Content of the proof in base64', required: true, maxBytes: PROOF_BYTES, example: 'ZXlKaGJH' })
  readonly content!: string;

  @StringField({
    about: 'Hash of the version according to the proof: `sha-256:` followed by 64 hexadecimal digits',
    required: true,
    pattern: /^sha-256:[0-9a-f]{64}$/,
    example: 'sha-256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  readonly hash!: string;
}

class RegistryAnswerFields {
  @StringField({
    about: 'Unique product identifier of the exported entry',
    maxLength: 700,
    required: true,
    example: 'https://passports.example/01/09524000010018/21/RP545-1',
  })
  readonly upi!: string;

  @IntField({ about: 'Number of the exported version', required: true, min: 1, example: 1 })
  readonly version!: number;

  @IntField({
    about: 'ID of the passport; required if several passports share the identifier',
    nullable: true,
    example: null,
  })
  readonly passportId!: number | null;

  @StringField({
    about: 'Decision of the registry: `registered` or `rejected`',
    words: ['registered', 'rejected'],
    required: true,
    example: 'registered',
  })
  readonly state!: 'registered' | 'rejected';

  @StringField({
    about: 'Registration ID of a registered version; null for a rejected version',
    nullable: true,
    example: 'REG-2027-0000017',
  })
  readonly id!: string | null;

  @InstantField({ about: 'Time of the decision, ISO 8601 with a time zone', required: true, access: 'both' })
  readonly at!: Date;

  @TextField({
    about: 'Reason for the rejection; null for a registered version',
    nullable: true,
    maxBytes: MESSAGE_BYTES,
    example: null,
  })
  readonly message!: string | null;

  @ObjectField(ProofFields, { about: 'Sealed proof of the registration; null if not available yet', nullable: true })
  readonly proof!: Proof | null;
}

export const ANSWER_BODIES = {
  'application/json': {
    schema: { type: 'object' },
    example: {
      answers: [
        {
          upi: 'https://passports.example/01/09524000010018/21/RP545-1',
          version: 1,
          state: 'registered',
          id: 'REG-2027-0000017',
          at: '2026-03-01T12:00:00Z',
        },
      ],
    },
  },
};

const FIELDS = fieldsOf(RegistryAnswerFields);

const listOf = (body: unknown): readonly unknown[] => {
  if (Array.isArray(body)) return body as readonly unknown[];
  const list = isObject(body) ? body['answers'] : undefined;
  if (!Array.isArray(list))
    throw InputRefused.sentence('The body is not a list of answers. Send {"answers": […]} or a JSON array.');
  return list as readonly unknown[];
};

export const nameOf = (index: number): string => `answers[${index}]`;

/** Reads `{"answers": […]}` or a list. Refuses all answers if one is faulty, and reports the faults of each. */
export const readAnswers = (body: unknown): readonly RegistryAnswer[] => {
  const list = listOf(body);
  if (list.length === 0 || list.length > ANSWERS_MAX)
    throw InputRefused.sentence('The request must contain 1 to %max answers.', { max: ANSWERS_MAX });
  const faults: Fault[] = [];
  const read = list.map((one, index) => {
    const name = nameOf(index);
    if (!isObject(one)) throw InputRefused.sentence('%answer is not an object. Send a JSON object.', { answer: name });
    const { values, faults: found } = readFields(FIELDS, one, 'create', name);
    faults.push(...found);
    return values as unknown as RegistryAnswer;
  });
  refuse(faults);
  for (const [index, { proof }] of read.entries())
    if (proof && !BASE64.test(proof.content))
      throw InputRefused.sentence('%answer: "proof.content" is not base64. Encode the bytes of the proof in base64.', {
        answer: nameOf(index),
      });
  return read;
};
