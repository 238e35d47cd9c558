/** Somebody who can be mentioned. */
export type Person = { code: string; name: string };

/** People by names that distinguishes them: anyone who shares a name with another is named with the code. */
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

/** A text cut into names of people, each with an @ before it, and what stands between them; where several names fit, the longest. */
export function splitMentions(text: string, names: readonly string[]): string[] {
  const longestFirst = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = at < from ? undefined : longestFirst.find((one) => text.startsWith(one, at));
    if (name === undefined) continue;
    parts.push(text.slice(from, at), name);
    from = at + name.length;
  }
  return [...parts, text.slice(from)];
}
