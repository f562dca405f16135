/** Status codes of EN 18222, Tables 12 to 15, by the status of HTTP. */
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

/** What a failure is told by. It names nothing that was asked for, so that unknown and hidden ones read the same. */
export interface FailedResult {
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

/** Undefined where the standard has no result object: of what isn't offered. */
export const failed = (status: number, text: string): FailedResult | undefined =>
  status === NOT_IMPLEMENTED
    ? undefined
    : {
        statusCode: CODES[status] ?? (status < 500 ? 'ClientErrorBadRequest' : 'ServerInternalError'),
        message: [{ messageType: status < 500 ? 'Error' : 'Exception', text, code: String(status) }],
      };
