// What the demos talk to a server with.

/** The API with a token; whatever isn't 200 is an error, but 404 where a room may not be installed: that is undefined. */
export const clientOf =
  (base, token, { mayBeAbsent = false } = {}) =>
  async (path, method = 'GET', body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${base}/rest/V1/${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (mayBeAbsent && response.status === 404) return undefined;
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };

/** A query string that searches by one field. */
export const where = (field, value) =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&` +
  `searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;

/** The first record with that value. */
export const found = async (call, path, field, value) =>
  (await call(`${path}/search?${where(field, value)}`))?.items[0];
