/** An instant (ISO 8601 in UTC, `2026-01-31T10:15:00.000Z`) as the shop platform writes it: `2026-01-31 10:15:00`. */
export const platformTime = (instant: string): string =>
  instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
