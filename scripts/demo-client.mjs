// The API client of the demo scripts.

/** A client with a token. Any status but 200 is an error; with `mayBeAbsent` a 404 (module not installed) is undefined. */
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
    if (response.status !== 200) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  };

/** Search criteria with a single filter, as a query string. */
export const where = (field, value) =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&` +
  `searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;

/** The first record that matches. */
export const found = async (call, path, field, value) =>
  (await call(`${path}/search?${where(field, value)}`))?.items[0];
