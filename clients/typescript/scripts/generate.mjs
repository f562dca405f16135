// Types and what the client knows of routes, from the OpenAPI document:
//   npm run -s kontor -- openapi > openapi.json && node clients/typescript/scripts/generate.mjs openapi.json [folder]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [, , source, folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'generated')] = process.argv;
const document = JSON.parse(readFileSync(source, 'utf8'));

/** Examples are for readers of the document. */
const withoutExamples = (part) => {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key, value]) => !(key === 'examples' && Array.isArray(value)));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutExamples(value)]));
};

const typesOf = ({ type = [] }) => [type].flat();

/** Decimals are texts, so that no digit is lost; what is sent may be a number. */
const IS_SENT = /^#\/components\/schemas\/\w+(?:Create|Change|Row|Body|Input)(?:\/|$)/;
const keyword = (kind) => ts.factory.createKeywordTypeNode(kind);
const decimal = (schema, path) =>
  ts.factory.createUnionTypeNode([
    keyword(ts.SyntaxKind.StringKeyword),
    ...(IS_SENT.test(path) ? [keyword(ts.SyntaxKind.NumberKeyword)] : []),
    ...(typesOf(schema).includes('null') ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ]);

const ast = await openapiTypescript(withoutExamples(document), {
  defaultNonNullable: false,
  transform: (schema, { path = '' }) => (schema.format === 'decimal' ? decimal(schema, path) : undefined),
});
const HEAD = '// Made by scripts/generate.mjs from the OpenAPI document; not to be edited.\n';
writeFileSync(join(folder, 'schema.ts'), HEAD + astToString(ast));

const properties = Object.values(document.components.schemas).flatMap(({ properties: own = {} }) =>
  Object.entries(own),
);
const isFree = (schema) =>
  schema.format !== 'decimal' && ['type', '$ref', 'anyOf', 'oneOf'].every((key) => schema[key] === undefined);
const isMap = (schema) =>
  [schema, ...(schema.anyOf ?? schema.oneOf ?? [])].some((one) => typesOf(one).includes('object'));
const namesOf = (holds) => [...new Set(properties.filter(([, schema]) => holds(schema)).map(([name]) => name))].sort();
const decimals = namesOf(({ format }) => format === 'decimal');
const opaque = namesOf((schema) => isFree(schema) || isMap(schema));
const isOtherNumber = (schema) =>
  schema.format !== 'decimal' && typesOf(schema).some((type) => type === 'integer' || type === 'number');
const both = namesOf(isOtherNumber).filter((name) => decimals.includes(name));
if (both.length > 0) throw new Error(`decimals in one place and numbers in another: ${both.join(', ')}`);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
);
const takesKey = ({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key');
const keyed = operations
  .filter(({ operation }) => takesKey(operation))
  .map(({ verb, path }) => `${verb} ${path}`)
  .sort();
const resolved = ({ $ref, ...schema }) =>
  $ref === undefined
    ? schema
    : $ref
        .slice(2)
        .split('/')
        .reduce((inner, name) => inner[name], document);

const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
/** Names of the secrets in what may be sent, however deep. */
const secretsIn = (schema, seen = new Set()) => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema.$ref ?? schema)) return [];
  seen.add(schema.$ref ?? schema);
  const { properties = {}, ...parts } = resolved(schema);
  const own = Object.keys(properties).filter((name) => properties[name]?.format === 'password');
  return [...own, ...[...Object.values(properties), ...Object.values(parts)].flatMap((part) => secretsIn(part, seen))];
};
const secretNames = operations.flatMap(({ operation }) => secretsIn(operation.requestBody?.content));
const secrets = [...new Set(secretNames.flatMap((name) => [name, camelCase(name)]))].sort();
const searches = operations.filter(({ verb, operation }) => verb === 'GET' && operation['x-searchable']);
const itemOf = ({ responses }) =>
  resolved(resolved(responses[200].content['application/json'].schema).properties.items.items);
/** Only the id of a record is of one record alone. */
const hasOwnId = (operation) =>
  /^Unique identifier of the record/.test(itemOf(operation).properties.id?.description ?? '');
const unordered = searches.filter(({ operation }) => !hasOwnId(operation)).map(({ path }) => path);

const json = (value) => JSON.stringify(value, null, 2);
writeFileSync(
  join(folder, 'known.ts'),
  `${HEAD}
/** Fields that are decimals, wherever they stand. */
export const DECIMALS: readonly string[] = ${json(decimals)};

/** Fields that hold whatever somebody stored: nothing in them is a decimal of ours. */
export const OPAQUE: readonly string[] = ${json(opaque)};

/** Routes that take an Idempotency-Key; what only reads, or answers a secret, takes none. */
export const KEYED: readonly string[] = ${json(keyed)};

/** Fields that hold a secret, in both spellings: a body with one takes no key. */
export const SECRETS: readonly string[] = ${json(secrets)};

/** Searches over what has no id of its own: their pages follow each other by number. */
export const WITHOUT_ID: readonly string[] = ${json(unordered)};

/** The fields that criteria of a search may name. */
export interface Searchable {
${searches.map(({ path, operation }) => `  '${path}': ${operation['x-searchable'].map((name) => `'${name}'`).join(' | ') || 'never'};`).join('\n')}
}
`,
);
