/**
 * The letters of lists, each with the acts that it starts, by the keys of these acts. A letter means one thing in all
 * lists and their drawers; j, k and ? belong to the table itself.
 */
export const letters = {
  a: 'assign',
  b: 'book switchBk',
  c: 'confirm',
  d: 'delete',
  e: 'edit expert',
  // What leaves the product.
  f: 'download',
  // Keys and passwords.
  g: 'key',
  h: 'history',
  // What it is made of.
  i: 'expand runs',
  l: 'latestFt',
  m: 'mine',
  // A note on it.
  n: 'comment remark',
  // The page or form of its own.
  o: 'page',
  p: 'schedules',
  q: 'stop',
  // Does it now, or again.
  r: 'run retry refuse reopen',
  s: 'snooze',
  // Where it goes or went.
  t: 'trace',
  u: 'update',
  v: 'view',
  w: 'subscribe',
  x: 'kill close',
  y: 'copy',
  z: 'undo',
};

/** The key that starts an act: its digit, or the letter of its key; undefined when it has none. */
export const letterOf = ({ key, digit }: { key: string; digit?: string | undefined }): string | undefined =>
  digit ?? Object.entries(letters).find(([, keys]) => keys.split(' ').includes(key))?.[0];
