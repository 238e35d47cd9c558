/** Stands for "nobody" where a person is asked for: exceptions without anybody responsible. */
export const NOBODY = '-';
