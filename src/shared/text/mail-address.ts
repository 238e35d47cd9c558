const address = String.raw`[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+`;
const one = new RegExp(`^${address}$`);
const several = new RegExp(`^${address}(\\s*[,;]\\s*${address})*$`);

/** Is this one address that mail can go to? */
export const isMailAddress = (text: string): boolean => one.test(text);

/** One address or several, separated by commas or semicolons. */
export const areMailAddresses = (text: string): boolean => several.test(text);
