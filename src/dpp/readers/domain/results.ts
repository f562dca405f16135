/** Status codes of EN 18222, Tables 12 to 15, by HTTP status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'ClientErrorBadRequest',
  401: 'ClientNotAuthorized',
  403: 'ClientForbidden',
  404: 'ClientErrorResourceNotFound',
  405: 'ClientMethodNotAllowed',
  409: 'ClientResourceConflict',
  500: 'ServerInternalError',
  502: 'ServerErrorBadGateway',
};

interface ResultMessage {
  readonly messageType: 'Info' | 'Warning' | 'Error' | 'Exception';
  readonly text: string;
  readonly code: string;
}

/** An error result. It does not repeat the request, so that unknown and hidden passports look the same. */
interface FailedResult {
  readonly statusCode: string;
  readonly message: readonly ResultMessage[];
}

export const FAILED_SCHEMA = {
  name: 'PassportResult',
  of: {
    type: 'object',
    required: ['statusCode', 'message'],
    properties: {
      statusCode: { type: 'string', enum: Object.values(CODES) },
      message: {
        type: 'array',
        items: {
          type: 'object',
          required: ['messageType', 'text'],
          properties: {
            messageType: { type: 'string', enum: ['Info', 'Warning', 'Error', 'Exception'] },
            text: { type: 'string' },
            code: { type: 'string', description: 'HTTP status code' },
          },
        },
      },
    },
  },
} as const;

const NOT_IMPLEMENTED = 501;

/** Undefined for operations that are not offered, for which the standard defines no result object. */
export const failed = (status: number, text: string): FailedResult | undefined =>
  status === NOT_IMPLEMENTED
    ? undefined
    : {
        statusCode: CODES[status] ?? (status < 500 ? 'ClientErrorBadRequest' : 'ServerInternalError'),
        message: [{ messageType: status < 500 ? 'Error' : 'Exception', text, code: String(status) }],
      };
