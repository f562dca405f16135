import type { IncomingMessage } from 'node:http';

const originIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Whether a page of another site sent this form. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; what says
 * neither is no browser and has no cookies to be set.
 */
export const isFromAnotherSite = ({ headers }: IncomingMessage, publicBaseUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  // `none`: the person did it in the browser's own surface.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined) return false;
  const [sender, own] = [originIn(origin), originIn(publicBaseUrl)];
  return sender === undefined || (sender !== own && new URL(sender).host !== headers.host);
};
