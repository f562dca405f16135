import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, PartialType } from '../../../libs/records/index.js';
import type { Level } from '../domain/price-settings.js';
import { OverriddenValues, priceSettingsResource, SettingValues } from '../price-settings.record.js';
import { LevelPriceSettings } from './level-price-settings.js';

/** Price settings without values that are not set. */
class ShownPriceSettings extends PartialType(SettingValues) {}

const FIELDS = fieldsOf(SettingValues);

/** Only the settings of this level; less specific levels decide about the others (commerce.md). */
const shown = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(FIELDS.flatMap(({ name, property }) => (property in values ? [[name, values[property]]] : [])));

interface OfWebsite {
  readonly websiteId: number;
}

interface OfGroup extends OfWebsite {
  readonly groupId: number;
}

interface OfCustomer extends OfWebsite {
  readonly customerId: number;
}

const website = ({ websiteId }: OfWebsite): Level => ({ websiteId, customerGroupId: null, customerId: null });
const group = ({ websiteId, groupId }: OfGroup): Level => ({ websiteId, customerGroupId: groupId, customerId: null });
const customer = ({ websiteId, customerId }: OfCustomer): Level => ({ websiteId, customerGroupId: null, customerId });

const { service, path, rights } = priceSettingsResource;

const WEBSITE_PATH = `${path}/:websiteId`;
const GROUP_PATH = `${WEBSITE_PATH}/groups/:groupId`;
const CUSTOMER_PATH = `${WEBSITE_PATH}/customers/:customerId`;

const WEBSITE = { websiteId: takes.id('websiteId') };
const GROUP = { ...WEBSITE, groupId: takes.id('groupId') };
const CUSTOMER = { ...WEBSITE, customerId: takes.id('customerId') };
const VALUES = { values: takes.wrapped('priceSettings', SettingValues) };
// Also reads settings that only websites have, so that the error explains this rule.
const OVERRIDES = { values: takes.wrapped('priceSettings', SettingValues, OverriddenValues) };

const COMMON = { service, by: LevelPriceSettings } as const;
const SHOWN = { ...COMMON, output: answers.fields(ShownPriceSettings) } as const;
const READ = { ...SHOWN, right: needs.right(rights.read), effect: 'reads' } as const;
const SAVE = {
  ...SHOWN,
  right: needs.right(rights.save),
  effect: 'writes',
  tellsVersion: true,
  inGroups: true,
} as const;
const DELETE = {
  ...COMMON,
  right: needs.right(rights.delete),
  effect: 'deletes',
  tellsVersion: true,
  inGroups: true,
  output: answers.true,
} as const;

/** Operations for the price settings of a website, and of a group or customer on it (pricing.md §3). */
export const PRICE_SETTINGS_OPERATIONS: readonly Operation[] = [
  operation({
    ...READ,
    name: 'getOfWebsite',
    summary: 'Get the price settings of a website; website 0 contains the defaults',
    rest: { verb: 'GET', path: WEBSITE_PATH },
    input: WEBSITE,
    run: async (settings, of) => shown(await settings.get(website(of))),
  }),
  operation({
    ...SAVE,
    name: 'saveOfWebsite',
    summary: 'Update the price settings of a website; null removes a setting',
    rest: { verb: 'PUT', path: WEBSITE_PATH },
    input: { ...WEBSITE, ...VALUES },
    run: async (settings, { values, ...of }) => shown(await settings.put(website(of), { ...values })),
  }),
  operation({
    ...READ,
    name: 'getOfGroup',
    summary: 'Get the price settings of a customer group',
    rest: { verb: 'GET', path: GROUP_PATH },
    input: GROUP,
    run: async (settings, of) => shown(await settings.get(group(of))),
  }),
  operation({
    ...SAVE,
    name: 'saveOfGroup',
    summary: 'Update the price settings of a customer group; null removes a setting',
    rest: { verb: 'PUT', path: GROUP_PATH },
    input: { ...GROUP, ...OVERRIDES },
    run: async (settings, { values, ...of }) => shown(await settings.put(group(of), { ...values })),
  }),
  operation({
    ...DELETE,
    name: 'deleteOfGroup',
    summary: 'Delete the price settings of a customer group',
    rest: { verb: 'DELETE', path: GROUP_PATH },
    input: GROUP,
    run: async (settings, of) => {
      await settings.remove(group(of));
      return true;
    },
  }),
  operation({
    ...READ,
    name: 'getOfCustomer',
    summary: 'Get the price settings of a customer',
    rest: { verb: 'GET', path: CUSTOMER_PATH },
    input: CUSTOMER,
    run: async (settings, of) => shown(await settings.get(customer(of))),
  }),
  operation({
    ...SAVE,
    name: 'saveOfCustomer',
    summary: 'Update the price settings of a customer; null removes a setting',
    rest: { verb: 'PUT', path: CUSTOMER_PATH },
    input: { ...CUSTOMER, ...OVERRIDES },
    run: async (settings, { values, ...of }) => shown(await settings.put(customer(of), { ...values })),
  }),
  operation({
    ...DELETE,
    name: 'deleteOfCustomer',
    summary: 'Delete the price settings of a customer',
    rest: { verb: 'DELETE', path: CUSTOMER_PATH },
    input: CUSTOMER,
    run: async (settings, of) => {
      await settings.remove(customer(of));
      return true;
    },
  }),
];
