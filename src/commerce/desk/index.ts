import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    active: { 1: 'active', 0: 'inactive' },
    allWebsites: 'All websites',
    allStores: 'All store views',
    nobody: 'Not signed in',
  },
  {
    active: { 1: 'aktiv', 0: 'inaktiv' },
    allWebsites: 'Alle Websites',
    allStores: 'Alle Store-Views',
    nobody: 'Nicht angemeldet',
  },
);

const desk: DeskModule = {
  records: {
    customer: {
      group: 'shop',
      title: { one: 'Kunde', many: 'Kunden' },
      names: ['customer_number', 'email', 'last_name', 'first_name'],
      columns: ['customer_number', 'email', 'first_name', 'last_name', 'group_id', 'website_id', 'is_active'],
      found: true,
      values: { is_active: t.active },
      parts: [
        { resource: 'customerPrice', field: 'customer_id' },
        { resource: 'priceListCustomer', field: 'customer_id' },
        { resource: 'categoryPrice', field: 'customer_id' },
        { resource: 'productCustomerMatrixCustomer', field: 'customer_id' },
        { resource: 'documentCustomer', field: 'customer_id' },
      ],
    },
    product: {
      group: 'shop',
      title: { one: 'Produkt', many: 'Produkte' },
      names: ['sku', 'name'],
      columns: ['sku', 'name', 'price', 'special_price', 'cost', 'category_ids', 'is_active'],
      found: true,
      values: { is_active: t.active },
      parts: [
        { resource: 'customerPrice', field: 'product_id' },
        { resource: 'priceListProduct', field: 'product_id' },
        { resource: 'productTierPrice', field: 'product_id' },
        { resource: 'documentProduct', field: 'product_id' },
      ],
    },
    customerGroup: {
      group: 'shop',
      title: { one: 'Kundengruppe', many: 'Kundengruppen' },
      columns: ['code'],
      specialNames: { 0: t.nobody },
    },
    category: { group: 'shop', title: { one: 'Kategorie', many: 'Kategorien' }, found: true },
    productTierPrice: {
      group: 'prices',
      title: { one: 'Staffelpreis', many: 'Staffelpreise' },
      columns: ['product_id', 'customer_group_id', 'qty', 'value', 'website_id'],
    },
    website: {
      group: 'shop',
      title: { one: 'Website', many: 'Websites' },
      names: ['name', 'code'],
      specialNames: { 0: t.allWebsites },
    },
    store: {
      group: 'shop',
      title: { one: 'Store-View', many: 'Store-Views' },
      names: ['name', 'code'],
      specialNames: { 0: t.allStores },
    },
    salesEntity: { group: 'shop', title: { one: 'Verkaufsbeleg', many: 'Verkaufsbelege' }, names: ['increment_id'] },
  },
};

export default desk;
