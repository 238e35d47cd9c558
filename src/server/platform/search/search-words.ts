import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { searchKey } from '#shared/text/normalize.ts';

/** Longest part of a word that search_tokens() keeps. */
const tokenLength = 30;

/** A text in which LIKE finds no wildcards. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The pattern of LIKE for texts that contain this one. */
export const containingPattern = (text: string): string => `%${escapeLike(text)}%`;

/** A word as an operand of a tsquery. */
const quoted = (word: string): string => `'${word.replace(/[\\']/g, '$&$&')}'`;

/** The words of a keyword as search texts have them. */
export const wordsOf = (keyword: string): string[] => searchKey(keyword).split(' ').filter(Boolean);

/** Rows whose search text contains the keyword, read from the text itself. */
export const containing = (column: RawBuilder<unknown>, keyword: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${containingPattern(searchKey(keyword))}`;

/** Rows in which each word of the keyword is a part of some word, found by the index on search_tokens(). */
export const tokensContaining = (column: RawBuilder<unknown>, keyword: string): Expression<SqlBool> => {
  const query = wordsOf(keyword)
    .map((word) => `${quoted([...word].slice(0, tokenLength).join(''))}:*`)
    .join(' & ');
  return sql<SqlBool>`search_tokens(${column}) @@ ${query}::tsquery`;
};

/** Rows in which each word of the keyword is a whole word, found by the index on search_tokens(). */
export const wholeWords = (column: RawBuilder<unknown>, keyword: string): Expression<SqlBool> => {
  const query = wordsOf(keyword)
    .map((word) => quoted(`^${[...word].slice(0, 60).join('')}$`))
    .join(' & ');
  return sql<SqlBool>`search_tokens(${column}) @@ ${query}::tsquery`;
};
