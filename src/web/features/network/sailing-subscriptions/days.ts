/** First and last day of a subscription as yyyy-MM-dd. */
export type Days = { effectiveDate: string; expiryDate: string };

const dayMs = 86_400_000;

/** The day so many days after another one. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
