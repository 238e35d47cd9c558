export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';
