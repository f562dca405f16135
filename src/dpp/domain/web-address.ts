const FORM = /^https?:\/\/[^\s/?#@<>"\\^`{|}]+(?:[/?#][^\s<>"\\^`{|}]*)?$/i;

/**
 * An absolute http or https address without what has to be percent-encoded: it becomes a link and an IRI. Nobody's name
 * or password stands in it: everybody reads it, and `https://shop.example@elsewhere.example/` leads elsewhere.
 */
export const isWebAddress = (text: string): boolean => FORM.test(text) && URL.canParse(text);
