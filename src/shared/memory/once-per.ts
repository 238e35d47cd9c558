/** A function that finds its answer once per object and remembers it as long as the object lives. The object must not change. */
export function oncePer<K extends object, T extends object>(find: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) known.set(of, (found = find(of)));
    return found;
  };
}
