import modules from 'kontor:modules';
import { inLanguage } from './language.js';
import type { Me } from './me.js';
import type { Finder, Screen } from './module.js';

const t = inLanguage(
  { health: 'Health', aboutHealth: 'Version, database, schema and disk space of this server.' },
  { health: 'Zustand', aboutHealth: 'Version, Datenbank, Schema und Festplatten dieses Servers.' },
);

/** Screens that belong to no module. */
const OWN_SCREENS: readonly Screen[] = [
  {
    path: '/health',
    title: t.health,
    about: t.aboutHealth,
    group: 'operation',
    needs: [],
    load: () => import('./health.js'),
  },
];

export const SCREENS: readonly Screen[] = [...modules.flatMap(({ screens = [] }) => screens), ...OWN_SCREENS];

/** The global searches that the user may run. */
export const findersOf = (me: Me): readonly (Finder & { readonly key: string })[] => [
  ...me.records.all
    .filter(({ override, spec }) => override?.found && spec.rights.read.held)
    .map((type) => ({
      key: type.name,
      title: type.title.many,
      needs: '',
      path: `${type.path}/search`,
      names: type.names,
      found: (row: Readonly<Record<string, unknown>>) => ({
        name: type.nameOf(row),
        about: type.aboutOf(row),
        address: type.addressOf(String(row['id'])),
      }),
    })),
  ...modules
    .flatMap(({ finders = [] }) => finders)
    .filter(({ needs }) => me.can(needs))
    .map((finder) => ({ ...finder, key: finder.path })),
];
