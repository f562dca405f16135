import type { ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { WireSettings } from '../../../../../libs/web/index.js';
import type { DppSettings } from '../../../passport/index.js';
import { WireApolloDriver } from './driver.js';
import { formatError, unavailability } from './errors.js';
import { landingPage } from './landing-page.js';
import { GRAPHQL_LIMITS, onlyKnownOperations, withinLimits } from './limits.js';
import { PassportLoader } from './passport-loader.js';
import { PassportResolver } from './passport.resolver.js';
import { withinSearchBudget } from './search-budget.js';

export const GRAPHQL_PROVIDERS = [PassportLoader, PassportResolver] as const;

/** GraphQL at `/graphql`: code-first, anonymous and limited. */
export const passportGraphql = ({ graphqlLanding, publicBaseUrl }: DppSettings): DynamicModule =>
  GraphQLModule.forRootAsync<ApolloDriverConfig>({
    driver: WireApolloDriver,
    inject: [WireSettings],
    useFactory: ({ pageSizeMax, searchBudget, apiDocs }: WireSettings) => {
      // GraphQL does not authenticate callers.
      const isDocumented = graphqlLanding && apiDocs === 'public';
      return {
        path: '/graphql',
        autoSchemaFile: true,
        sortSchema: false,
        // GraphiQL would be fetched from another server; `landingPage` replaces it.
        graphiql: false,
        introspection: isDocumented,
        hideSchemaDetailsFromClientErrors: !isDocumented,
        plugins: [
          unavailability,
          withinSearchBudget(searchBudget),
          ...(isDocumented ? [landingPage(publicBaseUrl)] : []),
        ],
        // GraphQL uses no cookies and only reads, so a cross-site request learns nothing that is not public (ADR 42).
        csrfPrevention: false,
        allowBatchedHttpRequests: false,
        // Processes do not share the query cache.
        persistedQueries: false,
        includeStacktraceInErrorResponses: false,
        autoTransformHttpErrors: false,
        preserveHttpStatusForExecutionErrors: false,
        parseOptions: { maxTokens: GRAPHQL_LIMITS.tokens },
        validationRules: [withinLimits(pageSizeMax), onlyKnownOperations],
        formatError,
      };
    },
  });
