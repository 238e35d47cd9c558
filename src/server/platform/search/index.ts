export { searchTextOf } from './search-text.ts';
export { containing, literal, tokensContaining, wholeWords, wordsOf } from './search-words.ts';
