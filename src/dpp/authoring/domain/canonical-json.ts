import type { Json } from '../../passport/domain/index.js';
import { canonicalJson } from '../../versions/domain/index.js';

/** SHA-256 of a text's UTF-8 bytes in lowercase hex. Passed in, because the domain does not compute hashes. */
export type Sha256 = (text: string) => string;

/** `sha-256:` and hex of the canonical form of RFC 8785 (passports.md, "The public view"). */
export const contentDigest = (value: Json, sha256: Sha256): string => `sha-256:${sha256(canonicalJson(value))}`;
