import { type AnswerSchema, schemaFaults } from '../../support/schema-faults.js';
import type { RecordedCall } from './crawler.js';
import { type Document, VERSION_HEADER } from './operations.js';

/** 202: accepted for later. */
const SUCCESS = [200, 202];

/** Operations that need an answer from outside or take a form. Other tests cover them. */
const ASKED_ELSEWHERE = new Set([
  'POST /rest/V1/access/integrations/{id}/activate',
  'POST /rest/V1/desk/session/provider',
  'POST /rest/V1/import',
  'POST /rest/V1/pricing/replay/jobs',
  // No worker processes runs during the crawl.
  'POST /rest/V1/dpp/manage/runs/{uuid}/publish',
  'DELETE /rest/V1/dpp/manage/runs/{uuid}',
  // The crawl exports nothing, so there is nothing to answer.
  'POST /rest/V1/dpp/manage/registry/answers',
]);

const partsOf = (path: string): readonly string[] =>
  path
    .replace(/\?.*$/, '')
    .replace(/^\/rest\/[^/]+\/V1\//, '/rest/V1/')
    // A trailing slash is ignored.
    .replace(/\/$/, '')
    .split('/');

const isVariable = (part: string): boolean => part.startsWith('{');

/** Fixed segments of a path match before variables: `/search` is not an ID. */
const matches = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length && template.every((part, index) => isVariable(part) || part === parts[index]);

/** Responses that differ from the OpenAPI document, and operations that were never called. */
export const answerFaults = (document: Document, calls: readonly RecordedCall[]): readonly string[] => {
  const operations = document.operations
    .filter(({ answer, path }) => answer && path.startsWith('/rest'))
    .map((operation) => ({ ...operation, parts: operation.path.split('/') }))
    .sort((one, other) => one.parts.filter(isVariable).length - other.parts.filter(isVariable).length);
  const missed = new Set(
    operations.map(({ verb, path }) => `${verb} ${path}`).filter((name) => !ASKED_ELSEWHERE.has(name)),
  );
  const faults = new Set<string>();
  const resolved = (schema: AnswerSchema) => document.at(schema);
  for (const { verb, path, answer, example } of operations)
    for (const fault of answer ? schemaFaults(answer, example, resolved) : [])
      faults.add(`${verb} ${path}: example${fault}`);
  for (const { area, verb, path, reply } of calls) {
    if (!SUCCESS.includes(reply.status) || area === 'other-settings' || /[?&]fields=|\/async\//.test(path)) continue;
    const parts = partsOf(path);
    const operation = operations.find((one) => one.verb === verb && matches(one.parts, parts));
    if (!operation?.answer) continue;
    const name = `${verb} ${operation.path}`;
    missed.delete(name);
    const found = schemaFaults(operation.answer, reply.json, resolved);
    for (const fault of found) faults.add(`${name}: answer${fault.replace(/\[\d+\]/g, '[]').slice(0, 200)}`);
    if ((reply.headers[VERSION_HEADER.toLowerCase()] !== undefined) !== operation.tellsVersion)
      faults.add(`${name}: ${VERSION_HEADER}`);
  }
  return [...faults, ...[...missed].map((name) => `${name}: never answered`)];
};
