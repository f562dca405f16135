import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { searchesOf } from './search-budget.js';

const SCHEMA = buildSchema(`
  input Filter { field: String!, value: String, condition_type: String }
  input Group { filters: [Filter!]! }
  input Sort { field: String!, direction: String }
  input Criteria { filter_groups: [Group!], sort_orders: [Sort!], pageSize: Int }
  type Page { total_count: Int! }
  type Query { dppPassports(searchCriteria: Criteria, storeId: Int): Page! other(sku: String!): Page }
`);

const sizeOf = (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
  const document = parse(query);
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error('no operation');
  return searchesOf({ schema: SCHEMA, document, operation, variables });
};

const filters = (count: number) =>
  Array.from({ length: count }, () => ({ field: 'sku', value: '%a', condition_type: 'like' }));
const INSIDE = '{ total_count }';

describe('searches of one GraphQL request (docs/passports-public.md, "GraphQL, `/graphql`")', () => {
  it('are counted for every alias, even if they share a variable', () => {
    const aliases = Array.from({ length: 39 }, (_, at) => `a${at}: dppPassports(searchCriteria: $c) ${INSIDE}`);
    const query = `query ($c: Criteria) { ${aliases.join(' ')} }`;
    const c = { filter_groups: [{ filters: filters(900) }], sort_orders: [{ field: 'sku' }] };
    expect(sizeOf(query, { c })).toEqual({ filters: 39 * 900, values: 0, sortOrders: 1 });
  });

  it('are counted with inline filters and the values of lists', () => {
    expect(
      sizeOf(`{ dppPassports(searchCriteria: {filter_groups: [{filters: [
        {field: "sku", value: "A,B,C", condition_type: "in"}, {field: "sku", value: "A,B"}]}]}) ${INSIDE} }`),
    ).toEqual({ filters: 2, values: 3, sortOrders: 0 });
  });

  it('count as one filter if they have none', () => {
    expect(sizeOf(`{ a: dppPassports ${INSIDE} b: dppPassports(searchCriteria: null) ${INSIDE} }`)).toMatchObject({
      filters: 2,
    });
  });

  it('are counted for every spread of a fragment, without walking each spread', () => {
    const inline = `{ ... on Query { dppPassports ${INSIDE} } ...F ...F } fragment F on Query { dppPassports ${INSIDE} }`;
    expect(sizeOf(inline)).toMatchObject({ filters: 3 });
    const bomb = Array.from({ length: 200 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const last = `fragment F200 on Query { dppPassports ${INSIDE} }`;
    expect(sizeOf(`{ ...F0 } ${bomb.join(' ')} ${last}`)?.filters).toBe(2 ** 200);
  });

  it('are counted only in the selected operation', () => {
    const two = `query A { other(sku: "x") ${INSIDE} } query B { dppPassports ${INSIDE} }`;
    expect(sizeOf(two)).toEqual({ filters: 0, values: 0, sortOrders: 0 });
  });

  it('are not counted if the variables are invalid', () => {
    expect(sizeOf(`query ($c: Criteria!) { dppPassports(searchCriteria: $c) ${INSIDE} }`, {})).toBeUndefined();
  });
});
