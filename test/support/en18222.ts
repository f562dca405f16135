import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

const FILE = join(__dirname, '../fixtures/passports/third-party/openepcis/en18222-dpp-api.openapi.yaml');

type Schema = Readonly<Record<string, unknown>>;

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const description = parse(readFileSync(FILE, 'utf8')) as Description;

/**
 * Reads `oneOf` as OpenAPI does: `objectType` selects the kind of element. As plain JSON Schema, `oneOf` would refuse
 * every element, because the alternatives are not exclusive (none requires a member or fixes its type).
 */
const byObjectType = ({ discriminator }: Schema): Schema => {
  const { mapping } = discriminator as { readonly mapping: Readonly<Record<string, string>> };
  return {
    type: 'object',
    required: ['objectType'],
    properties: { objectType: { enum: Object.keys(mapping) } },
    allOf: Object.entries(mapping).map(([objectType, $ref]) => ({
      if: { properties: { objectType: { const: objectType } } },
      then: { $ref },
    })),
  };
};

const { schemas } = description.components;
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-.*Z$/, uri: /^[a-z][a-z\d+.-]*:/i },
});
ajv.addSchema({
  $id: 'https://en18222.example/',
  components: { schemas: { ...schemas, DataElement: byObjectType(schemas['DataElement'] ?? {}) } },
});

/** Faults of a value under one of the schemas of the third-party EN 18222 description. */
export const faultsOf = (name: string, value: unknown): readonly string[] => {
  const validate = ajv.getSchema(`https://en18222.example/#/components/schemas/${name}`);
  if (!validate) throw new Error(`there is no schema ${name}`);
  void validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
};

/** The methods in that description, such as `GET /v1/dpps/{dppId}`, with the statuses that each may return. */
export const METHODS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, { responses }]) => [`${verb.toUpperCase()} ${path}`, new Set(Object.keys(responses))] as const,
    ),
  ),
);
