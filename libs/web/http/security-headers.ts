import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Security headers of every response. Scripts, styles and images only come from this server. The documentation page
 * uses inline styles and icons from data URLs.
 */
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  },
  // Other sites may embed public content. CORS controls access instead of this header (wire.md §1).
  crossOriginResourcePolicy: { policy: 'cross-origin' },
});

const written = (): readonly string[] => {
  const pairs: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => pairs.push(name, value),
    removeHeader: () => undefined,
  };
  headers({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return pairs;
};

/** Alternating names and values, the same for every response, so they are computed once. */
export const SECURITY_HEADERS: readonly string[] = written();

const originIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Whether a page of another site sent this form. Browsers send `Sec-Fetch-Site`, older ones `Origin`. A client that
 * sends neither is not a browser, so it has no cookies to protect.
 */
export const isFromAnotherSite = ({ headers }: IncomingMessage, publicBaseUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  // `none`: the user started the request in the browser itself, for example in the address bar.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined) return false;
  const [sender, own] = [originIn(origin), originIn(publicBaseUrl)];
  return sender === undefined || (sender !== own && new URL(sender).host !== headers.host);
};
