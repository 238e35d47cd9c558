export { searchTextOf } from './search-text.ts';
export { containing, containingPattern, escapeLike, tokensContaining, wholeWords, wordsOf } from './search-words.ts';
