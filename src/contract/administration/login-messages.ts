/** What the sign-in page may be asked to say, by code: its address holds no text, so that nobody can have it say something. */
export const loginMessages = [
  'sessionOver',
  'oidcOff',
  'oidcFailed',
  'oidcInvalid',
  'oidcUnreachable',
  'oidcExpired',
  'oidcUnknownUser',
] as const;
export type LoginMessage = (typeof loginMessages)[number];
