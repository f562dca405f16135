import { inLanguage } from './language.js';
import { type Group, GROUPS } from './module.js';
import type { Me } from './me.js';
import { SCREENS } from './screens.js';

const NAMES: Readonly<Record<Group, string>> = inLanguage(
  {
    prices: 'Prices',
    documents: 'Documents',
    passports: 'Passports',
    shop: 'Shop data',
    operation: 'Operations',
    access: 'Access',
  },
  {
    prices: 'Preise',
    documents: 'Dokumente',
    passports: 'Produktpässe',
    shop: 'Shopdaten',
    operation: 'Betrieb',
    access: 'Zugang',
  },
);

export interface Entry {
  readonly address: string;
  readonly title: string;
  readonly about: string;
}

export interface EntryGroup {
  readonly group: Group;
  readonly title: string;
  readonly screens: readonly Entry[];
  readonly records: readonly Entry[];
}

/** What the user may open: screens first, then the grids of records. */
export const entriesOf = (me: Me): readonly EntryGroup[] =>
  GROUPS.map((group) => ({
    group,
    title: NAMES[group],
    screens: SCREENS.filter(
      (screen) =>
        screen.group === group &&
        !screen.path.includes('$') &&
        (screen.needs.length === 0 || screen.needs.some((right) => me.can(right))),
    ).map(({ path, title, about }) => ({ address: path, title, about })),
    records: me.records.all
      .filter(
        ({ override, spec }) =>
          (override?.group ?? 'operation') === group && !override?.hidden && spec.rights.read.held,
      )
      .map(({ name, title }) => ({ address: `/records/${name}`, title: title.many, about: '' })),
  })).filter(({ screens, records }) => screens.length + records.length > 0);
