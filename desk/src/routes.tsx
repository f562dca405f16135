import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Home } from './home.js';
import { SCREENS } from './screens.js';
import { parseAddress, writeAddress } from './parts/address.js';
import { Missing, Shell } from './shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: Missing });

const lazily = (load: () => Promise<{ readonly default: ComponentType }>): RouteComponent =>
  lazyRouteComponent(load as () => Promise<{ default: RouteComponent }>) as RouteComponent;

const route = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component });

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    route('/', Home),
    ...SCREENS.map(({ path, load }) => route(path, lazily(load))),
    route(
      '/records/$resource',
      lazily(() => import('./records/grid.js')),
    ),
    route(
      '/records/$resource/$id',
      lazily(() => import('./records/form-page.js')),
    ),
    route(
      '/records/$resource/$id/history',
      lazily(() => import('./records/history.js')),
    ),
  ]),
  parseSearch: parseAddress,
  stringifySearch: writeAddress,
  scrollRestoration: true,
  defaultPreload: 'intent',
});
