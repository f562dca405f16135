import { FORM_FIELD, WRAPPER } from './document-file-body.js';

/** The documented body of an upload, by media type. */
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
            name: { type: 'string', description: 'File name with extension, at most 255 bytes' },
            base64_encoded_data: {
              type: 'string',
              format: 'byte',
              description: 'File content in base64 with padding and without line breaks; also accepted as `file_data`',
            },
          },
        },
      },
    },
    example: { [WRAPPER]: { name: 'datasheet.pdf', base64_encoded_data: 'JVBERi0xLjQKJeLjz9MK' } },
  },
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [FORM_FIELD],
      properties: { [FORM_FIELD]: { type: 'string', format: 'binary' } },
    },
    example: { [FORM_FIELD]: '@datasheet.pdf' },
  },
};
