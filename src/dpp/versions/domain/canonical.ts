import canonicalize from 'canonicalize';
import type { Json } from '../../passport/domain/index.js';

/** RFC 8785 canonical form: equal values give equal bytes. */
export const canonicalJson = (value: Json): string => canonicalize(value) as string;
