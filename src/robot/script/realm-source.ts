import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const files = ['tags.ts', 'forms.ts', 'robot.ts'];

/** The modules of a script's realm as one script whose value opens it: a realm without modules has nothing to import with. */
export function realmSource(): string {
  const texts = files.map((file) => {
    const text = stripTypeScriptTypes(readFileSync(new URL(`./realm/${file}`, import.meta.url), 'utf8'));
    return text.replace(/^import .*$/gm, '').replace(/^export (?=const|function|type|;)/gm, '');
  });
  return `(function () { 'use strict';\n${texts.join('\n')}\nreturn openRobot;\n})()`;
}
