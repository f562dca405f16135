import type { IncomingMessage } from 'node:http';

const originIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Whether a page of another site sent this form. Browsers send `Sec-Fetch-Site`, older ones `Origin`; a client that
 * sends neither is not a browser, so it has no cookies to protect.
 */
export const isFromAnotherSite = ({ headers }: IncomingMessage, publicBaseUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  // `none`: the user caused the request in the browser itself, for example in the address bar.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined) return false;
  const [sender, own] = [originIn(origin), originIn(publicBaseUrl)];
  return sender === undefined || (sender !== own && new URL(sender).host !== headers.host);
};
