import { day } from '../../libs/kernel/index.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../../src/dpp/authoring/adapters/schema/ajv-payload-schemas.js';
import { ValidatePassport } from '../../src/dpp/authoring/application/validate-passport.js';
import { readPassport } from '../../src/dpp/authoring/application/read-passport.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { PassportContent } from '../../src/dpp/passport/domain/passport.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';

export const DUE = day('2027-02-18');

export const batteryTemplate = (version: string): TemplateDocument => {
  const found = SHIPPED_TEMPLATES.find((one) => one.code === 'battery' && one.version === version);
  if (!found) throw new Error(`no battery ${version}`);
  return found;
};
export const BATTERY = batteryTemplate('2.0.0');
export const schemas = new AjvPayloadSchemas();
export const linked = new OfflineLinkedData();
export const validator = new ValidatePassport(schemas, linked);
export const exampleOf = (name: string): JsonObject =>
  name === 'lmt' ? BATTERY.example : (BATTERY.examples?.[name] as JsonObject);
export const content = (input: JsonObject, version = '2.0.0'): PassportContent => {
  const { change, faults } = readPassport({ ...input, template_code: 'battery', template_version: version }, 'create');
  expect(faults).toEqual([]);
  return change as PassportContent;
};

/** The example without one value. If the path leads through a list, the value is removed from each entry. */
export const without = (value: Json, [name = '', ...rest]: readonly string[]): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => without(one, [name, ...rest]));
  if (!isJsonObject(value)) return value;
  const { [name]: member, ...others } = value;
  return member === undefined || rest.length === 0 ? others : { ...others, [name]: without(member, rest) };
};
export const withValue = (value: Json | undefined, [name, ...rest]: readonly string[], put: Json): Json => {
  if (name === undefined) return put;
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => withValue(one, [name, ...rest], put));
  const members = isJsonObject(value) ? value : {};
  return { ...members, [name]: withValue(members[name], rest, put) };
};

export const readinessOf = (input: JsonObject, on = DUE) => validator.readiness(content(input), BATTERY, on);
