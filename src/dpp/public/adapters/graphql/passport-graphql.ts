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

/** GraphQL at `/graphql`: code-first, anonymous, bounded; resolvers are providers of the room. */
export const passportGraphql = ({ graphqlLanding, publicBaseUrl }: DppSettings): DynamicModule =>
  GraphQLModule.forRootAsync<ApolloDriverConfig>({
    driver: WireApolloDriver,
    inject: [WireSettings],
    useFactory: ({ pageSizeMax, searchBudget, apiDocs }: WireSettings) => {
      // It knows nobody who has signed in.
      const isTold = graphqlLanding && apiDocs === 'public';
      return {
        path: '/graphql',
        autoSchemaFile: true,
        sortSchema: false,
        // Its page would be fetched from somebody else's server; ours is `landingPage`.
        graphiql: false,
        introspection: isTold,
        hideSchemaDetailsFromClientErrors: !isTold,
        plugins: [unavailability, withinSearchBudget(searchBudget), ...(isTold ? [landingPage(publicBaseUrl)] : [])],
        // It knows no cookie and only reads: a page that has a browser ask learns no more than anybody (ADR 42).
        csrfPrevention: false,
        allowBatchedHttpRequests: false,
        // A process keeps nothing that another one needs.
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
