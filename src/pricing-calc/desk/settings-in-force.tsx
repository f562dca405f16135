import { useQuery } from '@tanstack/react-query';
import { DataTable, inLanguage, kontor, KontorError, Loaded, Section, useMe } from '../../../desk/src/index.js';
import { CODES, SETTINGS } from './words.js';

const t = inLanguage(
  {
    title: 'Effective price settings',
    setting: 'Setting',
    value: 'Value',
    setAt: 'Set for',
    yes: 'yes',
    no: 'no',
    levels: {
      customer: 'customer',
      group: 'customer group',
      website: 'website',
      all: 'all websites',
      builtIn: 'built-in default',
    },
    values: {
      lowest: 'lowest price',
      highest: 'highest price',
      sort_order: 'first source that has a price',
      priority: 'highest priority',
      customer: 'customer price first',
      group: 'customer group price first',
    },
  },
  {
    title: 'Geltende Einstellungen',
    setting: 'Einstellung',
    value: 'Wert',
    setAt: 'Gesetzt für',
    yes: 'ja',
    no: 'nein',
    levels: {
      customer: 'Kunde',
      group: 'Kundengruppe',
      website: 'Website',
      all: 'alle Websites',
      builtIn: 'Standardwert',
    },
    values: {
      lowest: 'der niedrigste',
      highest: 'der höchste',
      sort_order: 'die erste Quelle mit einem Preis',
      priority: 'die höchste Priorität',
      customer: 'zuerst der Kundenpreis',
      group: 'zuerst der Gruppenpreis',
    },
  },
);

type Settings = Readonly<Record<string, unknown>>;

/** What holds where no level sets it (pricing.md, "Selection"). */
const BUILT_IN: Settings = {
  price_select: 'lowest',
  price_sort_order: [
    'customer_price',
    'product_customer_matrix',
    'pricelist',
    'categoryprice',
    'special_price',
    'tier_price',
    'base_pricelist',
    'orig_price',
  ],
  individual_prices_are_final: 0,
  skip_zero_price: 1,
  merge_pricelist_qtys: 0,
  merge_matrix_qtys: 0,
  categoryprice_select: 'priority',
  price_precision: 4,
  prices_include_tax: 0,
  qty_1_means_any: 1,
};

const MISSING = 404;

const settingsAt = async (path: string): Promise<Settings> => {
  try {
    return (await kontor.ask('GET', `/V1/commerce/priceSettings/${path}`)) as Settings;
  } catch (error) {
    // The customer or group is gone meanwhile.
    if (error instanceof KontorError && error.status === MISSING) return {};
    throw error;
  }
};

interface Buyer {
  readonly website: number;
  readonly group: number;
  readonly customer: number | null;
}

/** Each setting with the level that sets it: the first of them counts. */
const levelsOf = async ({
  website,
  group,
  customer,
}: Buyer): Promise<readonly (readonly [keyof typeof t.levels, Settings])[]> =>
  Promise.all(
    [
      ...(customer === null ? [] : [website, 0].map((at) => ['customer', `${at}/customers/${customer}`] as const)),
      ...[website, 0].map((at) => ['group', `${at}/groups/${group}`] as const),
      ['website', `${website}`] as const,
      ['all', '0'] as const,
    ].map(async ([level, path]) => [level, await settingsAt(path)] as const),
  );

const shown = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((code) => CODES[String(code)] ?? String(code)).join(' → ');
  const words = t.values as Readonly<Record<string, string>>;
  if (typeof value === 'string' && words[value] !== undefined) return words[value];
  return name === 'price_precision' ? String(value) : Number(value) === 1 ? t.yes : t.no;
};

/** The price settings that decide for this buyer; nothing for those who may not see them. */
export const SettingsInForce = (buyer: Buyer) => {
  const me = useMe();
  const isAllowed = me.can('_PriceSettings::manage');
  const query = useQuery({ queryKey: ['settings', buyer], enabled: isAllowed, queryFn: () => levelsOf(buyer) });
  if (!isAllowed) return null;
  return (
    <Section title={t.title}>
      <Loaded query={query}>
        {(levels) => (
          <DataTable
            label={t.title}
            rows={Object.keys(BUILT_IN)}
            keyOf={(name) => name}
            columns={[
              { title: t.setting, isHeader: true, cell: (name) => SETTINGS[name] ?? name },
              { title: t.value, cell: (name) => shown(name, valueIn(levels, name)[1]) },
              { title: t.setAt, cell: (name) => t.levels[valueIn(levels, name)[0]] },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
};

const valueIn = (
  levels: readonly (readonly [keyof typeof t.levels, Settings])[],
  name: string,
): readonly [keyof typeof t.levels, unknown] => {
  const found = levels.find(([, settings]) => settings[name] !== undefined && settings[name] !== null);
  return found ? [found[0], found[1][name]] : ['builtIn', BUILT_IN[name]];
};
