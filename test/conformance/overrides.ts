import type { Overrides } from './samples.js';

export const VENDOR = 'Test';

const RIGHTS = [[`${VENDOR}_Commerce::manage`], [`${VENDOR}_Pricing::calculate`, `${VENDOR}_Commerce::save`]];

/** Valid values that do not follow from the declarations, with the reason. */
export const OVERRIDES: Overrides = {
  // The service accepts only known ACL resources.
  role: { resources: (n) => RIGHTS[n % 2] },
  // URLs must use https.
  integration: {
    resources: (n) => RIGHTS[n % 2],
    endpoint: (n) => `https://erp.example/${n}`,
    identity_link_url: (n) => `https://erp.example/link/${n}`,
  },
  // URLs must be allowed for webhooks, and events must exist.
  webhook: {
    url: (n) => `https://erp.example/events/${n}`,
    events: (n) => [['customerPrice.*'], ['price.changed', 'document.published']][n % 2],
    filter: (n) => [`A${n}`, 'B-*'],
  },
  // Only external documents have a URL, and they require one.
  document: { is_external: () => 1, external_url: (n) => `https://docs.example/${n}.pdf` },
};
