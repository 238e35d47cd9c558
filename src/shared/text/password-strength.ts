/** What an installation demands of passwords: the specified rule, or also length and that they are not easily guessed. */
export type PasswordPolicy = 'standard' | 'strict';

/** Length that the strict policy demands. */
export const strictLength = 12;

/** Is a password strong enough: at least 6 characters with an upper case letter, a lower case letter and a digit. */
export const isStrongPassword = (password: string): boolean =>
  password.length >= 6 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password);
