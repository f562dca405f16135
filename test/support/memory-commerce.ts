import { CODES } from './price-codes.js';
import { builtInSettings, type PriceSettings } from '../../libs/pricing/index.js';
import {
  CustomerGroups,
  type CustomerFacts,
  Customers,
  SettingsInForce,
  type StoreIds,
  Stores,
  type WebsiteFacts,
  Websites,
} from '../../src/commerce/index.js';

/** The ports of commerce with the given test data. */
export class MemoryCustomers extends Customers {
  constructor(private readonly all: readonly CustomerFacts[]) {
    super();
  }

  byId(id: number): CustomerFacts | undefined {
    return this.all.find((one) => one.id === id);
  }

  byNumber(customerNumber: string): CustomerFacts | undefined {
    return this.all.find((one) => one.customerNumber === customerNumber);
  }
}

export class MemoryCustomerGroups extends CustomerGroups {
  constructor(private readonly ids: readonly number[]) {
    super();
  }

  exists(id: number): boolean {
    return this.ids.includes(id);
  }
}

export class MemoryWebsites extends Websites {
  constructor(private readonly all: readonly WebsiteFacts[]) {
    super();
  }

  byId(id: number): WebsiteFacts | undefined {
    return this.all.find((one) => one.id === id);
  }

  standard(): WebsiteFacts {
    const found = this.all.find(({ isDefault }) => isDefault === 1);
    if (!found) throw new Error('no default website');
    return found;
  }
}

/** The first store view of a website is its default one. */
export class MemoryStores extends Stores {
  constructor(private readonly all: readonly StoreIds[]) {
    super();
  }

  byId(id: number): StoreIds | undefined {
    return this.all.find((one) => one.id === id);
  }

  standardOf(websiteId: number): StoreIds | undefined {
    return this.all.find((one) => one.websiteId === websiteId);
  }
}

export class SameSettings extends SettingsInForce {
  find(): PriceSettings {
    return builtInSettings(CODES);
  }

  customersWithRows(): readonly number[] {
    return [];
  }
}

export const aWebsite = (parts: Partial<WebsiteFacts> & { readonly id: number }): WebsiteFacts => ({
  code: `w${parts.id}`,
  name: `Website ${parts.id}`,
  baseCurrency: 'EUR',
  timezone: 'UTC',
  isDefault: 0,
  ...parts,
});

export const aCustomer = (parts: Partial<CustomerFacts> & { readonly id: number }): CustomerFacts => ({
  customerNumber: `C${parts.id}`,
  groupId: 1,
  websiteId: 0,
  isActive: 1,
  ...parts,
});
