import canonicalize from 'canonicalize';
import type { Json } from '../../passport/domain/index.js';

/** The canonical form of RFC 8785: the same value is always the same bytes. */
export const canonicalJson = (value: Json): string => canonicalize(value) as string;
