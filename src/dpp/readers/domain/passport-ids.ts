/** Lower case, as uuids are made. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The passport that an identifier names: the address of its page, or its uuid alone; undefined for anything else. */
export const uuidNamed = (identifier: string, baseUrl: string): string | undefined => {
  const page = `${baseUrl}/dpp/`;
  const uuid = identifier.startsWith(page) ? identifier.slice(page.length) : identifier;
  return UUID.test(uuid) ? uuid : undefined;
};
