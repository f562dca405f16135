import { pascalCase, snakeCase } from '../records/index.js';
import {
  type BodySpec,
  BULK_WRAPPER,
  JSON_TYPE,
  MERGE_TYPE,
  restNameOf,
  type SearchSpec,
} from '../operations/index.js';
import {
  type DeclaredRoute,
  type Description,
  aclId,
  OUTDATED_HEADER,
  refusalForm,
  type WireSettings,
} from '../web/index.js';
import { formedError } from './error-responses.js';
import type { FieldUse } from './field-schema.js';
import { type Json, ref } from './json.js';
import { parametersOf, readsTagged, takesKey, writesTagged } from './parameters.js';
import type { Schemas } from './schemas.js';

/** Tag of routes that belong to no module. */
export const OTHERS = 'Others';

const ACCEPTED = 202;
const CONTROLLER = /Controller\.(\w+)$/;

/** The service of a route, from its operation or from its handler's description. */
export const serviceNameOf = ({ handler, description }: DeclaredRoute): string => {
  const name = handler.replace(CONTROLLER, '');
  return description?.service ?? (/V\d+$/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}V1`);
};

/** Service and operation name; `place` distinguishes several paths of one handler. */
const operationIdOf = (route: DeclaredRoute): string => {
  const { handler, resource } = route;
  const [, name = ''] = CONTROLLER.exec(handler) ?? [];
  return restNameOf({ service: serviceNameOf(route), name, ...(resource ? { resource } : {}) });
};

/** Builds operations and collects the schemas that they refer to. */
export class Operations {
  constructor(
    private readonly settings: WireSettings,
    readonly schemas: Schemas,
  ) {}

  describe(route: DeclaredRoute): Json {
    const { description, verb, need } = route;
    if (!description || !need) throw new Error(`${route.handler} can't be described`);
    const use: FieldUse = verb === 'PUT' || verb === 'PATCH' ? 'change' : 'create';
    const operationId = operationIdOf(route);
    return {
      operationId,
      summary: description.summary,
      tags: [this.chapterOf(route)],
      'x-subject': description.tag ?? subjectOf(route),
      description: [description.about, this.needText(route), bodyText(route.body)]
        .filter((line) => line !== undefined)
        .join('\n\n'),
      security: SECURITY[need.kind],
      ...(need.kind === 'right' ? { 'x-acl-resource': aclId(this.settings, need.right) } : {}),
      ...(route.search ? { 'x-searchable': searchable(route.search) } : {}),
      parameters: parametersOf({ ...route, query: this.schemas.keyed(route.query) }, this.schemas.named),
      ...(route.body
        ? {
            requestBody: { required: true, content: this.content(route.body, { use, operation: operationId }, verb) },
          }
        : {}),
      responses: {
        [route.status]: this.success(description, route),
        ...(description.accepted ? { [ACCEPTED]: this.success({ answer: description.accepted }, route) } : {}),
        ...(readsTagged(route) ? { 304: { description: 'The ETag of the record matches If-None-Match' } } : {}),
        ...errorsOf(route, this.settings),
      },
    };
  }

  private content(body: BodySpec, context: { readonly use: FieldUse; readonly operation: string }, verb: string): Json {
    const content = this.schemas.content(body, context);
    return verb === 'PATCH' ? { ...content, [MERGE_TYPE]: content[JSON_TYPE] } : content;
  }

  /** The chapter of the route's module. */
  private chapterOf(route: DeclaredRoute): string {
    const service = serviceNameOf(route);
    return this.settings.chapters.find(({ services }) => services.includes(service))?.title ?? OTHERS;
  }

  private needText({ need }: DeclaredRoute): string {
    switch (need?.kind) {
      case 'right':
        return `Requires the right \`${aclId(this.settings, need.right)}\` (administrator or integration).`;
      case 'customer':
        return 'Requires a customer token.';
      case 'admin':
        return 'Requires an administrator token with any role.';
      case 'own':
        return `Any token grants access to the caller’s own records. The right \`${aclId(this.settings, need.all)}\` grants access to all records.`;
      case 'storefront':
        return 'Accepts a customer token. Without a token the caller is anonymous.';
      default:
        return 'Requires no token.';
    }
  }

  private success(
    { answer, tellsVersion, tagged }: Pick<Description, 'answer' | 'tellsVersion' | 'tagged'>,
    { bytes, verb, resource, body }: DeclaredRoute,
  ): Json {
    if (answer.kind === 'bytes' || bytes) {
      const types = answer.kind === 'bytes' ? answer.types : ['application/octet-stream'];
      const content = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }] as const);
      return { description: 'File content', content: Object.fromEntries(content) };
    }
    const [schema, example] = this.schemas.answer(answer);
    const saved = body?.kind === 'records' ? body.resource : resource;
    const headers = {
      ...(tellsVersion
        ? versionHeader(
            this.settings.versionHeader,
            verb === 'GET' ? 'the response is based on' : 'contains this write',
          )
        : {}),
      ...(tagged && answer.kind === 'object' ? { ETag: ETAG } : {}),
      ...(verb === 'PUT' && saved?.byProperty.has('sourceVersion') ? { [OUTDATED_HEADER]: OUTDATED } : {}),
    };
    return {
      description: 'Success',
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      content: { [JSON_TYPE]: { schema, example } },
    };
  }
}

/** Fields that search criteria may name. */
const searchable = ({ fields }: SearchSpec): readonly string[] =>
  fields.filter((field) => field.searchable && field.access !== 'write').map(({ name }) => name);

const versionHeader = (name: string, what: string): Json => ({
  [name]: {
    description: `Version of the change log that ${what}`,
    schema: { type: 'integer', minimum: 0 },
  },
});

const ETAG: Json = {
  description: 'ETag of the complete stored record, independent of `fields`',
  schema: { type: 'string' },
};

const OUTDATED: Json = {
  description:
    'Outdated write flag: 1 if a record was not changed because the source_version sent is lower than the stored one; otherwise absent',
  schema: { type: 'integer', enum: [1] },
};

const SECURITY = {
  right: [{ bearer: [] }],
  customer: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  own: [{ bearer: [] }],
  storefront: [{}, { bearer: [] }],
  anonymous: [],
} as const;

const bodyText = (body: BodySpec | undefined): string | undefined => {
  if (body?.kind === 'record') return wrapperText(body.resource.wrapper);
  if (body?.kind === 'stream' && body.record) return wrapperText(body.record.wrapper);
  if (body?.kind === 'bulk') return wrapperText(BULK_WRAPPER);
  return body?.kind === 'records' || body?.kind === 'wrapped' ? wrapperText(body.wrapper) : undefined;
};

const wrapperText = (wrapper: string): string => {
  const snake = snakeCase(wrapper);
  const keys = snake === wrapper ? `\`${wrapper}\`` : `\`${wrapper}\` or \`${snake}\``;
  return `The request body contains the data under the key ${keys}.`;
};

/** The first path segment after the version, or the resource's name. */
const subjectOf = ({ resource, path }: DeclaredRoute): string =>
  resource ? pascalCase(resource.title.many) : pascalCase(path.split('/')[3] ?? path);

/**
 * The error statuses derived from the declarations, plus those that the handler adds, minus those that it rules out.
 */
const errorsOf = (route: DeclaredRoute, settings: WireSettings): Json => {
  const { need, path, body, bytes, heavy, description, verb } = route;
  const found = new Set<number>([400, 500, 503, ...(description?.errors ?? [])]);
  if (need?.kind !== 'anonymous') found.add(401);
  if (need?.kind !== 'anonymous' && need?.kind !== 'own') found.add(403);
  if (path.includes(':')) found.add(404);
  if (takesKey(route)) found.add(409);
  if (!bytes) found.add(406);
  if (writesTagged(route)) found.add(412);
  if (heavy) found.add(429);
  if (body || verb === 'POST' || verb === 'PUT' || verb === 'PATCH') for (const status of [408, 413]) found.add(status);
  for (const status of description?.never ?? []) found.delete(status);
  const form = refusalForm(path, settings);
  return Object.fromEntries(
    [...found]
      .sort((a, b) => a - b)
      .map((status) => [status, form ? formedError(form, status, settings) : ref('responses', `Error${status}`)]),
  );
};
