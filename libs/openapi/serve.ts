import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { NotSignedIn, RightMissing } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { Callers, answerError, bearerOf, exchangeOf, sendJson, WireSettings, DeclaredRoutes } from '../web/index.js';
import { openApiDocument } from './document.js';
import type { Json } from './json.js';

/** The OpenAPI document of an application: of exactly the add-ons that are installed. */
export const documentOf = (app: INestApplication, storeCode?: string): Json =>
  openApiDocument(app.get(WireSettings), app.get(DeclaredRoutes).all, app.get(Resources), storeCode);

const isDocumentation = (path: string): boolean => {
  const decoded = decodeURIComponent(path).toLowerCase();
  return decoded.startsWith('/swagger') || decoded.replace(/\/+$/, '') === '/rest/schema';
};

/** Lets administrators and integrations at the documentation, and nobody else. */
const forSignedIn =
  (callers: Callers) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const { headers, path } = request;
    if (!isDocumentation(path)) {
      next();
      return;
    }
    const token = bearerOf(headers.authorization);
    Promise.resolve(token === undefined ? undefined : callers.byToken(token)).then(
      (caller) => {
        if (!caller) answerError(new NotSignedIn('self'), request, response);
        else if (caller.kind === 'customer') answerError(new RightMissing('self'), request, response);
        else next();
      },
      (error: unknown) => answerError(error, request, response),
    );
  };

/**
 * Serves `/swagger` (the page), `/swagger-json`, `/rest/schema` and `/rest/{storeCode}/schema` (wire.md §7). Before
 * `init` or `listen`, to those whom API_DOCS names. The page's files lie here too: nothing is fetched from anybody else, the validator included.
 */
export const serveDocumentation = (app: INestApplication): void => {
  const { apiDocs } = app.get(WireSettings);
  if (apiDocs === 'off') return;
  if (apiDocs === 'signed_in') app.use(forSignedIn(app.get(Callers)));
  let built: Json | undefined;
  const document = (): Json => (built ??= documentOf(app));
  const adapter = app.getHttpAdapter();
  adapter.get('/swagger-json', (_request: Request, response: Response) => sendJson(response, document()));
  adapter.get('/rest/schema', (request: Request, response: Response) => {
    const { store } = exchangeOf(request);
    sendJson(response, store ? documentOf(app, store.code) : document());
  });
  SwaggerModule.setup('swagger', app, () => document() as unknown as OpenAPIObject, {
    raw: false,
    customSiteTitle: 'Kontor: interface',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false, docExpansion: 'none', filter: true },
  });
};
