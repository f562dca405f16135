import {
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

/** Limits of a request (docs/passports-public.md, "GraphQL"). */
export const GRAPHQL_LIMITS = {
  /** Request body of a POST, in bytes. */
  bodyBytes: 128 * 1024,
  /** Tokens of the document; longer documents are not parsed. */
  tokens: 6000,
  /** Nesting depth of fields; the usual introspection query has 13. */
  depth: 15,
  /** Number of aliased fields. */
  aliases: 250,
  /** Number of fields to resolve, multiplied by the page size. */
  complexity: 12_000,
} as const;

/** Cost of a part of a document. A paged list multiplies it. */
interface Cost {
  readonly depth: number;
  readonly aliases: number;
  readonly complexity: number;
}

const NOTHING: Cost = { depth: 0, aliases: 0, complexity: 0 };

const together = (one: Cost, other: Cost): Cost => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
  complexity: one.complexity + other.complexity,
});

/** A list field whose size is set by `searchCriteria.pageSize`. */
const PAGED = 'dppPassports';

/** The literal page size; the maximum if it is a variable or missing. */
const pageSizeOf = (selection: SelectionNode & { kind: Kind.FIELD }, largest: number): number => {
  const criteria = selection.arguments?.find(({ name }) => name.value === 'searchCriteria')?.value;
  if (criteria?.kind !== Kind.OBJECT) return largest;
  const size = criteria.fields.find(({ name }) => name.value === 'pageSize')?.value;
  const asked = size?.kind === Kind.INT ? Number(size.value) : 0;
  return asked > 0 && asked < largest ? asked : largest;
};

/**
 * Adds up the cost of a document. Each fragment is evaluated once. A recursive fragment counts as zero, because another
 * rule refuses it.
 */
class CostOfDocument {
  private readonly known = new Map<string, Cost>();

  constructor(
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly largestPage: number,
  ) {}

  costOf(set: SelectionSetNode | undefined): Cost {
    return (set?.selections ?? []).reduce((sum, selection) => together(sum, this.ofSelection(selection)), NOTHING);
  }

  private ofSelection(selection: SelectionNode): Cost {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.ofFragment(selection.name.value);
    const inside = this.costOf(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inside;
    const times = selection.name.value === PAGED ? pageSizeOf(selection, this.largestPage) : 1;
    return {
      depth: inside.depth + 1,
      aliases: inside.aliases + (selection.alias ? 1 : 0),
      complexity: 1 + times * inside.complexity,
    };
  }

  private ofFragment(name: string): Cost {
    const known = this.known.get(name);
    if (known) return known;
    this.known.set(name, NOTHING);
    const cost = this.costOf(this.fragments.get(name)?.selectionSet);
    this.known.set(name, cost);
    return cost;
  }
}

/** Refuses operation types that the schema lacks (mutations). Executing them would be reported as an internal error. */
export const onlyKnownOperations: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (!context.getSchema().getRootType(node.operation))
      context.reportError(
        new GraphQLError(`This endpoint does not support the operation type "${node.operation}". Send a query.`, {
          nodes: node,
        }),
      );
    return undefined;
  },
});

/** Refuses a document that exceeds the limits, before anything is resolved. */
export const withinLimits =
  (largestPage: number): ValidationRule =>
  (context) => ({
    Document: ({ definitions }) => {
      const fragments = new Map(
        definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
      );
      const costs = new CostOfDocument(fragments, largestPage);
      const { depth, aliases, complexity } = definitions.reduce(
        (sum, one) => (one.kind === Kind.OPERATION_DEFINITION ? together(sum, costs.costOf(one.selectionSet)) : sum),
        NOTHING,
      );
      const refuse = (what: string, is: number, most: number, advice: string): void => {
        if (is > most)
          context.reportError(new GraphQLError(`The ${what} is ${is}, but the maximum is ${most}. ${advice}`));
      };
      refuse('depth of the query', depth, GRAPHQL_LIMITS.depth, 'Nest the fields less deeply.');
      refuse('number of aliases in the query', aliases, GRAPHQL_LIMITS.aliases, 'Use fewer aliases.');
      refuse(
        'complexity of the query',
        complexity,
        GRAPHQL_LIMITS.complexity,
        'Request fewer fields, or set a smaller pageSize as a literal in the query.',
      );
      return false;
    },
  });
