import type { Request } from 'express';

/** The prefix binds the cookie to this host and HTTPS, so other sites cannot set it. */
const NAME = '__Host-dpp-grant';
const SECONDS = 3600;
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** The token in the cookie; undefined if missing or malformed. */
export const tokenIn = ({ headers: { cookie } }: Request): string | undefined => {
  const pair = (cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${NAME}=`));
  const token = pair?.slice(NAME.length + 1);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
};

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const cookieWith = (token: string): string => `${NAME}=${token}; Max-Age=${SECONDS}; ${ATTRIBUTES}`;
export const noCookie = (): string => `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;

/** The form content: a well-formed token, and if the field was filled in. */
export const grantSent = (form: string): { readonly token: string | undefined; readonly isFilled: boolean } => {
  const written = new URLSearchParams(form).get('token')?.trim() ?? '';
  return { token: TOKEN.test(written) ? written : undefined, isFilled: written !== '' };
};
