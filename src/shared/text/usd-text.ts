/** An amount of US dollars, whole. */
export const usdText = (usd: number): string => `USD ${Math.round(usd).toLocaleString('en-US')}`;
