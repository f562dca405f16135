import { unwrapResolverError } from '@apollo/server/errors';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Refusal, TooManyRequests, Unavailable } from '../../../../../libs/kernel/index.js';
import { answerTo, reported } from '../../../../../libs/web/index.js';

/** The platform's error categories; `graphql` for faults in the query itself. */
const CATEGORIES: Readonly<Record<number, string>> = {
  400: 'graphql-input',
  401: 'graphql-authentication',
  403: 'graphql-authorization',
  404: 'graphql-no-such-entity',
};

const INTERNAL = 'INTERNAL_SERVER_ERROR';

const shaped = ({ locations, path }: GraphQLFormattedError, message: string, category: string) => ({
  message,
  extensions: { category },
  ...(locations ? { locations } : {}),
  ...(path ? { path } : {}),
});

/**
 * Formats an error as the platform does: a message and `extensions.category`. Anything other than a refusal or a query
 * fault is a bug: it is logged under the report ID in the message, and the response has no details (wire.md §5).
 */
export const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
  const cause = unwrapResolverError(error);
  if (cause instanceof Refusal)
    return shaped(formatted, cause.message, CATEGORIES[answerTo(cause)?.status ?? 500] ?? 'internal');
  const isOfQuery = cause instanceof GraphQLError || cause === error;
  if (isOfQuery && formatted.extensions?.['code'] !== INTERNAL) {
    return {
      ...shaped(formatted, formatted.message, 'graphql'),
      extensions: { category: 'graphql', ...(formatted.extensions ? { code: formatted.extensions['code'] } : {}) },
    };
  }
  return shaped(formatted, reported(cause, 'GraphQL'), 'internal');
};

/** Derived from Nest's types, because the package's types differ between its two module formats. */
export type ApolloPlugin = NonNullable<ApolloDriverConfig['plugins']>[number];

/** Responds as REST does: 503 with Retry-After if the database is unavailable, and 429 above a limit. */
export const unavailability: ApolloPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ errors = [], response }) => {
        const causes = errors.map(unwrapResolverError);
        const gone =
          causes.find((error) => error instanceof Unavailable) ??
          causes.find((error) => error instanceof TooManyRequests);
        if (gone instanceof Unavailable || gone instanceof TooManyRequests) {
          response.http.status = gone instanceof Unavailable ? 503 : 429;
          response.http.headers.set('retry-after', String(gone.retryAfterSeconds));
        }
        return Promise.resolve();
      },
    }),
};
