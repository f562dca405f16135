/** A link to a document is a key to it: no log holds it (documents.md). However it was spelt, all behind it goes. */
const LINK = /(\/customerdocuments(?:\/|%2f)+link(?:\/|%2f)+).+$/i;

/** A path as a log may hold it: without what opens a document. */
export const loggedPath = (path: string): string => path.replace(LINK, '$1…');
