import type { ServerResponse } from 'node:http';

/**
 * What one policy says, in the parameters of draft-ietf-httpapi-ratelimit-headers-11 (sections 3.1 and 4.1), the draft
 * that was current in November 2026.
 */
export interface ReportedLimit {
  /** Its name. */
  readonly policy: string;
  /** `q=600;w=60` */
  readonly quota: string;
  /** `r=599;t=60` */
  readonly left: string;
}

const add = (response: ServerResponse, name: string, item: string): void => {
  const before = response.getHeader(name);
  response.setHeader(name, typeof before === 'string' ? `${before}, ${item}` : item);
};

/** Adds a policy to the headers `RateLimit-Policy` and `RateLimit` of an answer. */
export const tellLimit = (response: ServerResponse, { policy, quota, left }: ReportedLimit): void => {
  add(response, 'RateLimit-Policy', `"${policy}";${quota}`);
  add(response, 'RateLimit', `"${policy}";${left}`);
};
