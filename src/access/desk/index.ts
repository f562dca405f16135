import { lazy } from 'react';
import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  { admin: 'Administrator', integration: 'Integration', active: { 1: 'active', 0: 'inactive' } },
  { admin: 'Administrator', integration: 'Integration', active: { 1: 'aktiv', 0: 'inaktiv' } },
);

/** Loaded only when a form shows it. */
const lazyRights = lazy(() => import('./rights.js'));

const desk: DeskModule = {
  screens: [
    {
      path: '/admins/$id',
      title: t.admin,
      about: '',
      group: 'access',
      needs: ['_Access::manage'],
      load: () => import('./admin.js'),
    },
    {
      path: '/integrations/$id',
      title: t.integration,
      about: '',
      group: 'access',
      needs: ['_Access::manage'],
      load: () => import('./integration.js'),
    },
  ],
  records: {
    admin: {
      group: 'access',
      title: { one: 'Administrator', many: 'Administratoren' },
      names: ['username', 'email'],
      values: { is_active: t.active },
      opensAt: '/admins/$id',
    },
    adminIdentity: {
      group: 'access',
      title: { one: 'Anmeldeidentität', many: 'Anmeldeidentitäten' },
    },
    role: {
      group: 'access',
      title: { one: 'Rolle', many: 'Rollen' },
      columns: ['name', 'resources'],
      inputs: { resources: lazyRights },
      parts: [{ resource: 'admin', field: 'role_id' }],
    },
    integration: {
      group: 'access',
      title: { one: 'Integration', many: 'Integrationen' },
      columns: ['name', 'is_active', 'resources', 'oauth_created_at'],
      inputs: { resources: lazyRights },
      values: { is_active: t.active },
      found: true,
      opensAt: '/integrations/$id',
    },
  },
};

export default desk;
