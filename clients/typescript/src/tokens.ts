import { errorOf } from './errors.js';
import type { Send } from './sending.js';

/** Who asks: a token that somebody has given, or name and password, for which a token is fetched whenever one is needed. */
export type Credentials =
  | { readonly token: string }
  | { readonly admin: { readonly username: string; readonly password: string } }
  | { readonly customer: { readonly username: string; readonly password: string } };

/** Adds the token to each request; one that ran out is renewed once, by one request for all. */
export const signedIn = (send: Send, base: string, credentials: Credentials | undefined): Send => {
  if (!credentials) return send;
  if ('token' in credentials)
    return (request) => {
      request.headers.set('Authorization', `Bearer ${credentials.token}`);
      return send(request);
    };
  const kind = 'admin' in credentials ? 'admin' : 'customer';
  const account = 'admin' in credentials ? credentials.admin : credentials.customer;
  let token: Promise<string> | undefined;
  const fetched = async (): Promise<string> => {
    const request = new Request(`${base}/V1/integration/${kind}/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    });
    const response = await send(request);
    if (!response.ok) throw await errorOf(response, `POST ${request.url}`);
    return (await response.json()) as string;
  };
  const current = (): Promise<string> => {
    token ??= fetched().catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  };
  return async (request) => {
    const used = current();
    request.headers.set('Authorization', `Bearer ${await used}`);
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    if (token === used) token = undefined;
    again.headers.set('Authorization', `Bearer ${await current()}`);
    return send(again);
  };
};
