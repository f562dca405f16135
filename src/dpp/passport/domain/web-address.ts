/** Bidirectional control characters, which an IRI cannot contain (RFC 3987, 4.1). */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const FORM = /^https?:\/\/[^\s/?#@<>"\\^`{|}]+(?:[/?#][^\s<>"\\^`{|}]*)?$/i;

/**
 * An absolute http or https address that needs no percent-encoding, since it becomes a link and an IRI. User info is
 * refused: everyone would read it, and `https://shop.example@elsewhere.example/` leads elsewhere.
 */
export const isWebAddress = (text: string): boolean => FORM.test(text) && !TURNING.test(text) && URL.canParse(text);

const NAMED = /^(?:urn:[a-z0-9][a-z0-9-]{1,31}:|mailto:|tel:|did:[a-z0-9]+:)[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$/i;

/** Valid addresses in linked data: web addresses, or names with a scheme that runs nothing. */
export const isSafeIri = (text: string): boolean => isWebAddress(text) || NAMED.test(text);
