/** Puts a list that nearly is in order in order, by insertion. */
export function sortNearly<T extends object>(list: T[], compare: (a: T, b: T) => number): void {
  for (let index = 1; index < list.length; index++) {
    const one = list[index];
    if (one === undefined) continue;
    let place = index;
    while (place > 0) {
      const before = list[place - 1];
      if (before === undefined || !(compare(before, one) > 0)) break;
      list[place--] = before;
    }
    list[place] = one;
  }
}
