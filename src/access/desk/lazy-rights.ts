import { lazy } from 'react';

/** The tree of rights, loaded where a form shows it. */
export const lazyRights = lazy(() => import('./rights.js'));
