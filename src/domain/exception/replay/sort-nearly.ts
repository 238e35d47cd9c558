/** Puts a list that nearly is in order in order, by insertion. */
export function sortNearly<T>(list: T[], compare: (a: T, b: T) => number): void {
  for (let index = 1; index < list.length; index++) {
    const one = list[index] as T;
    let place = index;
    for (; place > 0 && compare(list[place - 1] as T, one) > 0; place--) list[place] = list[place - 1] as T;
    list[place] = one;
  }
}
