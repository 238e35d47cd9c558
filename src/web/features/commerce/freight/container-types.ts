/** Types that carriers quote and rates have prices for, by their trade names. */
export const containerTypes = ['20GP', '40GP', '40HQ', '45HQ', '20RF', '40RH'].map((name) => ({
  value: name,
  label: name,
}));
