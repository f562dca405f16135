import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { isJsonObject, type Json, type JsonObject, type LanguageMap } from '../../../passport/domain/index.js';
import { type Shape, shapeOf, type TemplateDocument } from '../../../templates/domain/index.js';
import { spoken } from './languages.js';
import { STYLE } from './style.js';

/**
 * The page can use its own style (identified by its hash) and an icon. It allows no script, request or frame, and its
 * form only posts to this server. JSON-LD is data, so browsers do not execute it and the policy does not block it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Escapes JSON so that it cannot end a script element or start a comment. */
const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A language-tagged value in a list, which JSON-LD uses for texts that no term maps. */
const isTagged = (value: Json): value is { readonly '@language': string; readonly '@value': string } =>
  isJsonObject(value) && typeof value['@language'] === 'string' && typeof value['@value'] === 'string';

const isTexts = (value: JsonObject): value is JsonObject & LanguageMap =>
  Object.values(value).every((text) => typeof text === 'string');

const ofTagged = (value: Json, languages: readonly string[]): Json => {
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    if (!entries.every(isTagged)) return entries.map((one) => ofTagged(one, languages));
    const said = spoken(Object.fromEntries(entries.map((one) => [one['@language'], one['@value']])), languages);
    return said ? [{ '@language': said.language, '@value': said.text }] : [];
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ofTagged(member, languages)]))
    : value;
};

const ofMaps = (value: Json, shape: Shape, languages: readonly string[]): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => ofMaps(one, shape, languages));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = shape.get(name);
      if (!property) return [name, member];
      return [name, property.languageMap ? spokenOf(member, languages) : ofMaps(member, property.children, languages)];
    }),
  );
};

const spokenOf = (value: Json, languages: readonly string[]): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => spokenOf(one, languages));
  const said = isJsonObject(value) && isTexts(value) ? spoken(value, languages) : undefined;
  return said ? { [said.language]: said.text } : value;
};

/**
 * The linked data of the page, in the shown language only and without whitespace. With all EU languages, it would be
 * too large for a phone (passports-public.md, "The page"). The full document has its own URL.
 */
export const linkedInPage = (jsonld: string, { schema }: TemplateDocument, languages: readonly string[]): string => {
  const { '@context': context, payload, ...rest } = JSON.parse(jsonld) as JsonObject;
  return inScript(
    JSON.stringify({
      ...(context === undefined ? {} : { '@context': context }),
      ...(ofTagged(rest, languages) as JsonObject),
      ...(payload === undefined ? {} : { payload: ofMaps(payload, shapeOf(schema), languages) }),
    }),
  );
};

/** The `__Host-` prefix binds the cookie to this host and HTTPS, so that other sites cannot set it. */
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

/** The submitted form: a well-formed token, and whether the field was filled in. */
export const grantSent = (form: string): { readonly token: string | undefined; readonly isFilled: boolean } => {
  const written = new URLSearchParams(form).get('token')?.trim() ?? '';
  return { token: TOKEN.test(written) ? written : undefined, isFilled: written !== '' };
};
