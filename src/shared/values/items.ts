/**
 * The item at an index that is within the list by construction.
 * In inner loops over bytes, coordinates or packed numbers use an accessor local to the file: it stays fast because it sees one kind
 * of list only.
 * @throws RangeError when the index is outside the list.
 */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

/**
 * The last item of a list that is not empty by construction.
 * @throws RangeError when it is empty.
 */
export const lastItem = <T>(list: ArrayLike<T>): T => itemAt(list, list.length - 1);

/**
 * What a map has for a key that is in it by construction.
 * @throws RangeError when it has nothing for the key.
 */
export function valueFor<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`no value for key ${String(key)}`);
  return value;
}
