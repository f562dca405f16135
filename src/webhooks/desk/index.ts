import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  { webhook: 'Webhook', active: { 1: 'active', 0: 'inactive' } },
  { webhook: 'Webhook', active: { 1: 'aktiv', 0: 'inaktiv' } },
);

const desk: DeskModule = {
  screens: [
    {
      path: '/webhooks/$id',
      title: t.webhook,
      about: '',
      group: 'operation',
      needs: ['_Webhooks::manage'],
      load: () => import('./webhook.js'),
    },
  ],
  records: {
    webhook: {
      group: 'operation',
      title: { one: 'Webhook', many: 'Webhooks' },
      names: ['description', 'url'],
      columns: ['url', 'events', 'is_active', 'switched_off', 'owner'],
      values: { is_active: t.active },
      opensAt: '/webhooks/$id',
    },
  },
};

export default desk;
