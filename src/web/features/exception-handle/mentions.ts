/** Somebody who can be mentioned. */
export type Person = { code: string; name: string };

/** People by names that tell them apart: whoever shares a name with another is named with the code. */
export function distinctNames(users: readonly { userCode: string; userNameCn: string }[]): Person[] {
  const count = (name: string): number => users.filter((user) => user.userNameCn === name).length;
  return users.map(({ userCode: code, userNameCn: name }) => ({
    code,
    name: count(name) > 1 ? `${name}(${code})` : name,
  }));
}

/** Codes of the people chosen while writing who are still named in the text, each once. */
export function mentionsIn(text: string, chosen: readonly Person[]): string[] {
  const found = chosen.filter(({ code, name }) => code !== '' && text.includes(`@${name}`));
  return [...new Set(found.map((person) => person.code))];
}
