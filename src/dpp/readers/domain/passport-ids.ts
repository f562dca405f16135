/** Lowercase, as generated. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The UUID in a page URL or a plain UUID; undefined for anything else. */
export const uuidNamed = (identifier: string, baseUrl: string): string | undefined => {
  const page = `${baseUrl}/dpp/`;
  const uuid = identifier.startsWith(page) ? identifier.slice(page.length) : identifier;
  return UUID.test(uuid) ? uuid : undefined;
};
