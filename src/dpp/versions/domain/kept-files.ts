import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { pageUrl } from './addresses.js';
import { type KeptFiles, type PartBodies, type PartBody, publicBody } from './shared-bodies.js';

/** Public URL of a file of a passport; only readers of its point may open it. */
export const fileUrl = (uuid: string, sha256: string, baseUrl: string): string =>
  `${pageUrl(uuid, baseUrl)}/documents/${sha256}`;

/**
 * Placeholder for a file URL, which contains the passport's UUID. Authored texts have no NUL, so none can look like a
 * placeholder.
 */
const standInOf = (sha256: string): string => `\0${sha256}`;

const withTexts = (value: Json, to: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') return to.get(value) ?? value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => withTexts(entry, to));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, to)]));
};

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** The body for sharing among passports: placeholders replace file URLs, and the files it refers to are added. */
export const sharedBody = <B extends PartBody>(body: B, files: KeptFiles, uuid: string, baseUrl: string): B => {
  const hashes = new Map(Object.keys(files).map((sha256) => [fileUrl(uuid, sha256, baseUrl), sha256]));
  const named = hashes.size === 0 ? [] : textsIn(body as unknown as JsonObject).flatMap((url) => hashes.get(url) ?? []);
  if (named.length === 0) return body;
  const standIns = new Map([...hashes].map(([url, sha256]) => [url, standInOf(sha256)]));
  return {
    ...(withTexts(body as unknown as JsonObject, standIns) as unknown as B),
    files: Object.fromEntries(Object.entries(files).filter(([sha256]) => named.includes(sha256))),
  };
};

/** The body of this passport, with the URLs of its files. */
export const ownBody = <B extends PartBody>(body: B, uuid: string, baseUrl: string): B => {
  if (!body.files) return body;
  const hashes = Object.keys(body.files);
  const urls = new Map(hashes.map((sha256) => [standInOf(sha256), fileUrl(uuid, sha256, baseUrl)]));
  return withTexts(body as unknown as JsonObject, urls) as unknown as B;
};

/** Same as `ownBody`, for all parts. */
export const ownBodies = (bodies: PartBodies, uuid: string): PartBodies => {
  const { base } = publicBody(bodies);
  return new Map([...bodies].map(([point, body]) => [point, ownBody(body, uuid, base)]));
};
