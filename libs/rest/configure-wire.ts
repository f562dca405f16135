import type { INestApplication } from '@nestjs/common';
import { ServedOperations } from '../calls/index.js';
import { IdempotencyStore, SecurityEvents } from '../kernel/index.js';
import {
  answerError,
  BrowserSessions,
  Callers,
  EventLoopLag,
  HeavyCalls,
  noteRefusal,
  RequestRates,
  StoreViews,
  WireErrors,
  WireSettings,
} from '../web/index.js';
import { requestPipeline, type Refuse } from './request-pipeline.js';
import { WireGuard } from './guard.js';
import { WireAdapter } from './wire-adapter.js';

/**
 * Sets up request handling for an application created with a `WireAdapter`, `WireModule`, a `Callers`, a `StoreViews`
 * and `bodyParser: false`. Call it before `init` or `listen`. Register middleware that must also see refused requests
 * (such as a request log) before this call.
 */
export const configureWire = (app: INestApplication): void => {
  const adapter: unknown = app.getHttpAdapter();
  if (!(adapter instanceof WireAdapter)) throw new Error('the wire needs an application on a WireAdapter');
  const settings = app.get(WireSettings);
  const storeViews = app.get(StoreViews);
  const callers = app.get(Callers);
  const idempotencyStore = app.get(IdempotencyStore);
  const { routes, bodies } = adapter;
  const rates = app.get(RequestRates);
  const events = app.get(SecurityEvents);
  const refuse: Refuse = (error, request, response) => {
    noteRefusal(error, events);
    answerError(error, request, response);
  };
  app.use(requestPipeline({ settings, storeViews, idempotencyStore, routes, bodies, rates, refuse }));
  const guard = new WireGuard({ callers, sessions: app.get(BrowserSessions), settings, routes, rates });
  app.useGlobalGuards(guard);
  const [operations, heavyCalls] = [app.get(ServedOperations), app.get(HeavyCalls)];
  adapter.handleDirectly({ guard, operations, heavyCalls, refuse });
  app.useGlobalFilters(new WireErrors(events));
  app.get(EventLoopLag).start();
};
