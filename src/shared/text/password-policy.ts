import { isStrongPassword, type PasswordPolicy, strictLength } from './password-strength.ts';

/** Words that lists of leaked passwords are made of; letters only, as `coreOf` leaves them. */
const blocked: ReadonlySet<string> = new Set(
  `password passwort passwd pass secret letmein welcome admin administrator root user guest login access master changeme
  change default temp temporary test testing demo sample example qwerty qwertz azerty asdf zxcv iloveyou love monkey dragon
  football baseball basketball soccer hockey superman batman spiderman pokemon starwars princess sunshine shadow michael jennifer
  jordan charlie thomas daniel summer winter spring autumn january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday company logistics shipping freight forwarder
  container portolan hangtu woaini mima qwertyuiop asdfghjkl zxcvbnm abc abcd abcdef trustno hello whatever freedom computer
  internet server database oracle system manager supervisor operator service support office beijing shanghai china shenzhen`
    .split(/\s+/)
    .filter(Boolean),
);
const lengths = Array.from(blocked, (word) => word.length);
const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '');

/** Readings of a password as words: letters alone, and with digits and signs taken for the letters they look like. */
function wordsIn(password: string): string[] {
  const lower = password.toLowerCase();
  const trimmed = /[a-z](?:.*[a-z])?/s.exec(lower)?.[0] ?? '';
  const read = (text: string): string => lettersOf(text.replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign));
  return [lettersOf(lower), read(lower), read(trimmed)];
}

/** A word repeated or several of the list in a row: `passwordpassword`, `welcomeadmin`. */
function isMadeOfBlocked(word: string): boolean {
  // The places up to which the word can be divided into words of the list.
  const reached = new Set([0]);
  for (const start of reached)
    for (let end = start + shortest; end <= Math.min(start + longest, word.length); end += 1)
      if (blocked.has(word.slice(start, end))) reached.add(end);
  return word !== '' && reached.has(word.length);
}

const isRun = (password: string): boolean => {
  const codes = Array.from(password.toLowerCase(), (sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const regular = steps.filter((step) => Math.abs(step) <= 1).length;
  return new Set(codes).size < 6 || regular > steps.length * 0.7;
};

/** Is a password one of those that are tried first: common words, runs, repetitions, or the own user code? */
function isEasilyGuessed(password: string, userCode = ''): boolean {
  const code = userCode.toLowerCase();
  if (code.length >= 3 && password.toLowerCase().includes(code)) return true;
  return isRun(password) || wordsIn(password).some(isMadeOfBlocked);
}

/** Does a password meet the policy of the installation? The specified rule is the least of it. */
export const meetsPolicy = (password: string, policy: PasswordPolicy, userCode = ''): boolean =>
  isStrongPassword(password) &&
  (policy === 'standard' || (password.length >= strictLength && !isEasilyGuessed(password, userCode)));
