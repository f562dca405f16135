import { answers } from '../../../../libs/operations/index.js';
import { FORM_FIELD, WRAPPER } from './document-file-body.js';

const EXAMPLE = {
  document_id: 17,
  name: 'datasheet.pdf',
  mime_type: 'application/pdf',
  size: 15,
  sha256: '5a1e4d6ffd1c6a7a1c0e5e0e1b1c2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a',
};
const DATA = 'JVBERi0xLjQKJeLjz9MK';

const FIELDS = {
  document_id: { type: 'integer', description: 'The document' },
  name: { type: 'string', description: 'Its name with extension, 255 bytes at most' },
  mime_type: { type: 'string', description: 'Media type, by its extension' },
  size: { type: 'integer', minimum: 1, description: 'Bytes' },
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Of the bytes' },
};
const DATA_FIELD = { type: 'string', format: 'byte', description: 'The bytes in base64' };

/** The file of a document without its data. */
export const FILE_ANSWER = answers.schema(
  { type: 'object', required: Object.keys(FIELDS), properties: FIELDS },
  EXAMPLE,
);

export const FILE_WITH_DATA_ANSWER = answers.schema(
  {
    type: 'object',
    required: [...Object.keys(FIELDS), 'base64_encoded_data'],
    properties: { ...FIELDS, base64_encoded_data: DATA_FIELD },
  },
  { ...EXAMPLE, base64_encoded_data: DATA },
);

/** What an upload carries, by media type. */
export const UPLOAD_BODIES = {
  'application/json': {
    schema: {
      type: 'object',
      required: [WRAPPER],
      additionalProperties: false,
      properties: {
        [WRAPPER]: {
          type: 'object',
          required: ['name', 'base64_encoded_data'],
          properties: {
            name: FIELDS.name,
            base64_encoded_data: { ...DATA_FIELD, description: 'The bytes in strict base64; `file_data` is taken too' },
          },
        },
      },
    },
    example: { [WRAPPER]: { name: EXAMPLE.name, base64_encoded_data: DATA } },
  },
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [FORM_FIELD],
      properties: { [FORM_FIELD]: { type: 'string', format: 'binary' } },
    },
    example: `${FORM_FIELD}=@datasheet.pdf`,
  },
};
