import type { Overrides } from './samples.js';

export const VENDOR = 'Test';

const RIGHTS = [[`${VENDOR}_Commerce::manage`], [`${VENDOR}_Pricing::calculate`, `${VENDOR}_Commerce::save`]];

/** What the declarations of the application can't tell of good values, and why. */
export const OVERRIDES: Overrides = {
  // Only known ACL resources, which the service checks.
  role: { resources: (n) => RIGHTS[n % 2] },
  // Addresses are those of https.
  integration: {
    resources: (n) => RIGHTS[n % 2],
    endpoint: (n) => `https://erp.example/${n}`,
    identity_link_url: (n) => `https://erp.example/link/${n}`,
  },
  // Addresses that may be posted to, and events that there are.
  webhook: {
    url: (n) => `https://erp.example/events/${n}`,
    events: (n) => [['customerPrice.*'], ['price.changed', 'document.published']][n % 2],
    filter: (n) => [`A${n}`, 'B-*'],
  },
  // An address goes with an external document, and only with one.
  document: { is_external: () => 1, external_url: (n) => `https://docs.example/${n}.pdf` },
};
