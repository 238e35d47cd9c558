const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)(?:\.\d+)* (?:Mobile\/\w+ )?Safari\//],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows NT/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** Browser and system in two words, from what a browser says of itself; its own words when nothing is known. */
export function clientName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return '';
  const found = browsers.flatMap(([name, sign]) => {
    const version = sign.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
  return [found, system].filter(Boolean).join(' · ') || userAgent.slice(0, 60);
}
