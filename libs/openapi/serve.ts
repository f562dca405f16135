import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { InputRefused, NotSignedIn, RightMissing } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { namedServices } from '../operations/index.js';
import { Callers, answerError, callerOf, requestContextOf, WireSettings, DeclaredRoutes } from '../web/index.js';
import { CachedDocuments } from './cached-documents.js';
import { excerptOf, openApiDocument, servicesOf } from './document.js';
import type { Json } from './json.js';

/** The OpenAPI document of an application, with exactly the installed add-ons. */
export const documentOf = (app: INestApplication): Json =>
  openApiDocument(app.get(WireSettings), app.get(DeclaredRoutes).all, app.get(Resources));

/** The requested services; undefined for all. */
const requestedServices = (raw: unknown, known: ReadonlySet<string>): readonly string[] | undefined => {
  if (raw === undefined || raw === 'all') return undefined;
  const services = typeof raw === 'string' ? namedServices(raw) : undefined;
  if (!services) throw InputRefused.sentence('Incorrect format of request URI or Requested services are missing.');
  const unknown = services.find((service) => !known.has(service));
  if (unknown !== undefined)
    throw InputRefused.sentence('The service "%service" does not exist. Check the service name.', { service: unknown });
  return services;
};

const isDocumentation = (path: string): boolean => {
  const decoded = decodeURIComponent(path).toLowerCase();
  return decoded.startsWith('/swagger') || decoded.replace(/\/+$/, '') === '/rest/schema';
};

interface Server {
  readonly url: string;
}

const onThisHost = (servers: readonly Server[] | undefined) =>
  servers?.map((server) => ({ ...server, url: server.url.replace(/^https?:\/\/[^/]+/, '') || '/' }));

/** The document for the documentation page. Calls go to the page's own host, because other hosts refuse them. */
const forPage = ({ servers, paths, ...document }: Json): Json => ({
  ...document,
  servers: onThisHost(servers as readonly Server[]),
  paths: Object.fromEntries(
    Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Json>>>>).map(([path, verbs]) => [
      path,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, operation]) => {
          const own = onThisHost(operation['servers'] as readonly Server[] | undefined);
          return [verb, own ? { ...operation, servers: own } : operation];
        }),
      ),
    ]),
  ),
});

/** Restricts the documentation to administrators and integrations. */
const forSignedIn =
  (callers: Callers) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (!isDocumentation(request.path)) {
      next();
      return;
    }
    callerOf(request, callers).then(
      (caller) => {
        if (!caller) answerError(new NotSignedIn('self'), request, response);
        else if (caller.kind === 'customer') answerError(new RightMissing('self'), request, response);
        else next();
      },
      (error: unknown) => answerError(error, request, response),
    );
  };

/**
 * Serves `/swagger` (the page), `/swagger-json`, `/rest/schema` and `/rest/{storeCode}/schema` (wire.md §7) to the
 * callers in API_DOCS. Call it before `init` or `listen`. The page loads nothing from other hosts, including the
 * validator.
 */
export const serveDocumentation = (app: INestApplication): void => {
  const { apiDocs } = app.get(WireSettings);
  if (apiDocs === 'off') return;
  if (apiDocs === 'signed_in') app.use(forSignedIn(app.get(Callers)));
  let built: Json | undefined;
  const document = (): Json => (built ??= documentOf(app));
  const cached = new CachedDocuments();
  const adapter = app.getHttpAdapter();
  adapter.get('/swagger-json', async (request: Request, response: Response) => {
    await cached.send(request, response, '', document);
  });
  adapter.get('/rest/schema', async (request: Request, response: Response) => {
    try {
      const { store } = requestContextOf(request);
      const routes = app.get(DeclaredRoutes).all;
      const services = requestedServices(request.query['services'], servicesOf(routes));
      const named = services && [...new Set(services)].sort();
      const key = store || named ? `${store?.code ?? ''} ${named?.join(',') ?? 'all'}` : '';
      await cached.send(request, response, key, () =>
        key === ''
          ? document()
          : excerptOf(document(), app.get(WireSettings), routes, { storeCode: store?.code, services: named }),
      );
    } catch (error) {
      answerError(error, request, response);
    }
  });
  SwaggerModule.setup('swagger', app, () => forPage(document()) as unknown as OpenAPIObject, {
    raw: false,
    customSiteTitle: 'Kontor API reference',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false, docExpansion: 'none', filter: true },
  });
};
