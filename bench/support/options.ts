/** The value of `--name=value`; undefined where it was not given. */
export const optionOf = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The number of `--name=number`, or the usual one. */
export const numberOf = (name: string, usual: number): number => Number(optionOf(name) ?? usual);
