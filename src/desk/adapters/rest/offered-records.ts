import { REST_BASE } from '../../../../libs/operations/index.js';
import type { Resource } from '../../../../libs/records/index.js';
import { type DeclaredRoute, servedPath, type WireSettings } from '../../../../libs/web/index.js';
import type { Offer, OfferedRecord } from '../../application/described-records.js';

const HISTORY = `${REST_BASE}/audit/:resource/:id`;

const ofRecord = (
  resource: Resource,
  has: (verb: string, path: string) => boolean,
  settings: WireSettings,
): OfferedRecord => {
  const path = `${REST_BASE}/${resource.path}`;
  return {
    resource,
    path: servedPath(path, settings).slice('/rest'.length),
    verbs: {
      read: has('GET', `${path}/search`),
      save: has('POST', path) || has('PUT', `${path}/:id`),
      delete: has('DELETE', `${path}/:id`),
    },
  };
};

/** The records for which this installation has routes. */
export const offerOf = (routes: readonly DeclaredRoute[], settings: WireSettings): Offer => {
  const declared = new Set(routes.map(({ verb, path }) => `${verb} ${path}`));
  const resources = new Set(routes.flatMap(({ resource }) => resource ?? []));
  const { need } = routes.find(({ verb, path }) => verb === 'GET' && path === HISTORY) ?? {};
  return {
    records: [...resources]
      .map((resource) => ofRecord(resource, (verb, path) => declared.has(`${verb} ${path}`), settings))
      .filter(({ verbs }) => verbs.read),
    historyRight: need?.kind === 'right' ? need.right : undefined,
  };
};
