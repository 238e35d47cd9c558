/** Stands for "nobody" where a person is requested: exceptions without anybody responsible. */
export const NOBODY = '-';
