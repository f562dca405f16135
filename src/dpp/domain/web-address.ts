const FORM = /^https?:\/\/[^\s/?#<>"\\^`{|}]+[^\s<>"\\^`{|}]*$/i;

/** An absolute http or https address without what has to be percent-encoded: it becomes a link and an IRI. */
export const isWebAddress = (text: string): boolean => FORM.test(text) && URL.canParse(text);
