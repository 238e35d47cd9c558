/** The container of all samples of carriers. */
export const sampleContainer = 'CSQU3054383';

/** An answer of a carrier, with ships, numbers and terminals that are invented. */
export type Sample = { carrierCode: string; contentType: 'html' | 'json'; text: string };

export const json = (carrierCode: string, value: unknown): Sample => ({
  carrierCode,
  contentType: 'json',
  text: JSON.stringify(value),
});
export const html = (carrierCode: string, text: string): Sample => ({ carrierCode, contentType: 'html', text });
