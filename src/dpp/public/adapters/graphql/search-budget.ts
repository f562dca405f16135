import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { plain, say } from '../../../../../libs/kernel/index.js';
import {
  budgetFaults,
  NO_SEARCH,
  type SearchBudget,
  type SearchSize,
  sizeOfSearch,
  sizeTogether,
} from '../../../../../libs/web/index.js';
import type { ApolloPlugin } from './errors.js';
import type { DppSearchCriteriaInput } from './search.type.js';

const SEARCHING = 'dppPassports';

interface SearchArguments {
  readonly searchCriteria?: DppSearchCriteriaInput | null;
}

const sizeOf = ({ searchCriteria }: SearchArguments): SearchSize =>
  sizeOfSearch({
    groups: (searchCriteria?.filter_groups ?? []).map(({ filters }) =>
      filters.map(({ field, value, values, condition_type }) => ({
        field,
        value: values && values.length > 0 ? values : (value ?? ''),
        conditionType: condition_type ?? 'eq',
      })),
    ),
    sort: (searchCriteria?.sort_orders ?? []).map(({ field, direction }) => ({ field, direction: direction ?? '' })),
  });

/** The selected operation and its variables as sent. */
interface AskedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Adds up the searches of an operation. A fragment is evaluated once and counted as often as it is spread. */
class SearchesOfOperation {
  private readonly known = new Map<string, SearchSize>();
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(
    { definitions }: DocumentNode,
    private readonly argumentsOf: (field: FieldNode) => SearchArguments,
  ) {
    this.fragments = new Map(
      definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
    );
  }

  sizeOf({ selections }: SelectionSetNode): SearchSize {
    let sum = NO_SEARCH;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value === SEARCHING) sum = sizeTogether(sum, sizeOf(this.argumentsOf(selection)));
      } else {
        const inside =
          selection.kind === Kind.INLINE_FRAGMENT
            ? this.sizeOf(selection.selectionSet)
            : this.ofFragment(selection.name.value);
        if (inside !== NO_SEARCH) sum = sizeTogether(sum, inside);
      }
    }
    return sum;
  }

  private ofFragment(name: string): SearchSize {
    const known = this.known.get(name);
    if (known) return known;
    const fragment = this.fragments.get(name);
    const size = fragment ? this.sizeOf(fragment.selectionSet) : NO_SEARCH;
    this.known.set(name, size);
    return size;
  }
}

/**
 * Total size of the searches in a valid operation. Each alias and each use of a variable counts in full. Undefined if
 * the variables are invalid, which execution reports.
 */
export const searchesOf = ({ schema, document, operation, variables }: AskedOperation): SearchSize | undefined => {
  const field = schema.getQueryType()?.getFields()[SEARCHING];
  if (!field) return NO_SEARCH;
  // Evaluated only for operations that search, because most operations query by SKU.
  let values: ReturnType<typeof getVariableValues> | undefined;
  const argumentsOf = (node: FieldNode): SearchArguments => {
    values ??= getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    if (values.errors) throw values.errors[0] ?? new GraphQLError('The variables cannot be read. Correct them.');
    return getArgumentValues(field, node, values.coerced);
  };
  try {
    return new SearchesOfOperation(document, argumentsOf).sizeOf(operation.selectionSet);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
};

/** Refuses a request whose searches together exceed the budget, before any of them runs. */
export const withinSearchBudget = (budget: SearchBudget): ApolloPlugin => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ schema, document, operation, request }) => {
        const size = operation && searchesOf({ schema, document, operation, variables: request.variables ?? {} });
        const [fault] = size ? budgetFaults(size, budget) : [];
        if (!fault) return Promise.resolve();
        const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
        return Promise.reject(new GraphQLError(plain(say(fault)), { extensions }));
      },
    }),
});
