/** Longest address, part before the @ and label of a domain that mail can be sent to (RFC 5321, RFC 1035). */
const longest = { address: 254, mailbox: 64, label: 63 };
const excluded = /[\s,;]/;

/** Is this one address that mail can go to? */
export function isMailAddress(text: string): boolean {
  if (text.length > longest.address || excluded.test(text)) return false;
  const [mailbox = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    mailbox !== '' &&
    mailbox.length <= longest.mailbox &&
    labels.length > 1 &&
    labels.every((label) => label !== '' && label.length <= longest.label)
  );
}

/** One address or several, separated by commas or semicolons. */
export const areMailAddresses = (text: string): boolean =>
  text === text.trim() && text.split(/[,;]/).every((part) => isMailAddress(part.trim()));
