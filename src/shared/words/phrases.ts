import {
  emptyWords,
  fieldWords,
  fillWords,
  fromWords,
  isWords,
  mineWords,
  notWords,
  orWords,
  someWords,
  toWords,
  valueWords,
} from './lexicon.ts';
import { NOBODY } from '../reference/nobody.ts';
import type { WordField } from './types.ts';

/** What a phrase may mean in a list. */
export type Meaning =
  | { readonly is: 'value'; readonly field: WordField; readonly values: readonly string[] }
  | { readonly is: 'field'; readonly field: WordField }
  /** At least one of what this filter counts. */
  | { readonly is: 'some'; readonly field: WordField }
  /** It names a filter that this list does not have. */
  | { readonly is: 'lost' }
  | { readonly is: 'not' | 'or' | 'to' | 'from' | 'mine' | 'empty' | 'fill' };

/** The phrases of a list: the longest one that stands at a place of a text. */
export type Phrases = {
  /** `written` is the sentence with its capitals, `text` the same in lower case. */
  at: (text: string, at: number, written: string) => { length: number; meanings: readonly Meaning[] } | undefined;
};

const isLatin = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/.test(char);
const han = /\p{Script=Han}/u;
/** What people leave out of names of companies and states. */
const tails = /(?:航运|轮船|海运|船务|集运|箱运|集装箱|商船|有限公司|公司|风险|错误)$/;
const heads = /^(?:已|将)/;
/** Words that many names have: none of them is a name by itself. */
const common = new Set(
  (
    'line lines shipping container containers carrier carriers company with time data international ocean late risk ' +
    'arrival departure actual number port route status over source stop before after ahead open missing from past ' +
    'market limited group first general united global asia pacific express marine logistics action needed progress transit ' +
    'trade trans shanghai ningbo singapore hainan tianjin dalian hamburg taiwan china korea north south east west ' +
    'cargo vessel vessels tracking voyage milestone milestones zone legs times flight flights booking delivery ' +
    'america europe africa india pakistan islamic japan hong kong service services merchant world type kind with'
  ).split(' '),
);

/** Shorter forms of a name, the longer ones first; of a company the word that it begins with. */
function shortForms(name: string, isCompany: boolean): string[] {
  if (han.test(name)) {
    const forms: string[] = [];
    let rest = name;
    for (let cut = rest.replace(tails, ''); cut !== rest && cut.length >= 2; cut = rest.replace(tails, '')) {
      forms.push(cut);
      rest = cut;
    }
    const bare = name.replace(heads, '');
    return bare !== name && bare.length >= 2 ? [...forms, bare] : forms;
  }
  if (!/[ -]/.test(name)) return [];
  const words = name.split(/[\s()/-]+/);
  const short = (isCompany ? words.slice(0, 1) : words).filter(
    (word) => word.length >= 4 && !common.has(word) && !/^\d+$/.test(word),
  );
  return isCompany && words.length > 2 ? [...short, words.slice(0, 2).join(' ')] : short;
}

class PhraseTable implements Phrases {
  readonly #byStart = new Map<string, string[]>();
  readonly #meanings = new Map<string, Meaning[]>();
  readonly #capitals = new Map<string, Meaning>();

  /** A word that has this meaning only in capitals. */
  addCapitals(word: string, meaning: Meaning): void {
    this.#capitals.set(word, meaning);
  }

  add(phrase: string, meaning: Meaning): void {
    const text = phrase.toLowerCase().trim();
    if (text === '') return;
    // "EDI 报文" is written without the space as well.
    if (han.test(text) && text.includes(' ')) this.add(text.replaceAll(' ', ''), meaning);
    const known = this.#meanings.get(text);
    if (known !== undefined) {
      known.push(meaning);
      return;
    }
    this.#meanings.set(text, [meaning]);
    const start = text[0] ?? '';
    const list = this.#byStart.get(start);
    if (list === undefined) this.#byStart.set(start, [text]);
    else list.push(text);
  }

  has(phrase: string): boolean {
    return this.#meanings.has(phrase.toLowerCase());
  }

  /** Whether the word names a value of this filter already; then it keeps that meaning. */
  names(word: string, field: WordField): boolean {
    return (this.#meanings.get(word) ?? []).some((meaning) => meaning.is === 'value' && meaning.field === field);
  }

  sort(): this {
    for (const list of this.#byStart.values()) list.sort((one, other) => other.length - one.length);
    return this;
  }

  at(text: string, at: number, written: string): { length: number; meanings: readonly Meaning[] } | undefined {
    for (const [word, meaning] of this.#capitals)
      if (written.startsWith(word, at) && !isLatin(text[at + word.length]))
        return { length: word.length, meanings: [meaning] };
    for (const phrase of this.#byStart.get(text[at] ?? '') ?? []) {
      if (!text.startsWith(phrase, at)) continue;
      const end = at + phrase.length;
      const length = isLatin(phrase.at(-1)) ? wordEnd(text, end, phrase) : phrase.length;
      if (length !== undefined) return { length, meanings: this.#meanings.get(phrase) ?? [] };
    }
    return undefined;
  }
}

/** A word in the plural is the same word. */
function wordEnd(text: string, end: number, phrase: string): number | undefined {
  if (!isLatin(text[end])) return phrase.length;
  if (phrase.length < 4) return undefined;
  for (const plural of ['s', 'es'])
    if (text.startsWith(plural, end) && !isLatin(text[end + plural.length])) return phrase.length + plural.length;
  return undefined;
}

const tables = new WeakMap<readonly WordField[], Phrases>();

/** What can be stated of these filters: their names, the names of their values, and words of the trade. */
export function phrasesOf(fields: readonly WordField[]): Phrases {
  const known = tables.get(fields);
  if (known !== undefined) return known;
  const table = new PhraseTable();
  for (const field of fields) {
    for (const { value, names } of field.choices ?? [])
      for (const name of [...names, value])
        if (name.length > 1 || han.test(name)) table.add(name, { is: 'value', field, values: [value] });
    if (field.kind === 'flag')
      for (const label of field.labels) table.add(label, { is: 'value', field, values: ['1'] });
  }
  for (const { field, values, words } of valueWords) {
    for (const one of fields) {
      if (!field.test(one.name)) continue;
      const choices = one.choices?.map(({ value }) => value);
      const own =
        choices === undefined
          ? values.filter((value) => value !== NOBODY || one.empty === true)
          : values.filter((value) => choices.includes(value));
      if (own.length > 0)
        for (const word of words)
          if (/^[A-Z]+$/.test(word)) table.addCapitals(word, { is: 'value', field: one, values: own });
          else if (!table.names(word, one)) table.add(word, { is: 'value', field: one, values: own });
    }
  }
  for (const field of fields) addShortForms(table, field);
  for (const field of fields)
    if (field.kind !== 'flag') for (const label of field.labels) table.add(label, { is: 'field', field });
  for (const { field, words, common: isCommon } of fieldWords) {
    const own = fields.filter(({ name }) => field.test(name));
    for (const word of words) {
      for (const one of own) table.add(word, { is: 'field', field: one });
      if (own.length === 0 && isCommon !== true && !table.has(word)) table.add(word, { is: 'lost' });
    }
  }
  for (const { field, words } of someWords)
    for (const one of fields.filter(({ name, kind }) => kind === 'amount' && field.test(name)))
      for (const word of words) table.add(word, { is: 'some', field: one });
  const add = (words: readonly string[], is: 'not' | 'or' | 'to' | 'from' | 'mine' | 'empty' | 'fill'): void => {
    for (const word of words) table.add(word, { is });
  };
  add(notWords, 'not');
  add(toWords, 'to');
  add(fromWords, 'from');
  add(orWords, 'or');
  add(mineWords, 'mine');
  add(emptyWords, 'empty');
  add(isWords, 'fill');
  add(fillWords, 'fill');
  const made = table.sort();
  tables.set(fields, made);
  return made;
}

/** Shorter forms of the names of a filter's values, where only one value has them and nothing else is called so. */
function addShortForms(table: PhraseTable, field: WordField): void {
  const owners = new Map<string, Set<string>>();
  const isCompany = /carrier|tenant|supplier|customer/i.test(field.name);
  for (const { value, names } of field.choices ?? [])
    for (const short of names.flatMap((name) => shortForms(name.toLowerCase(), isCompany)))
      owners.set(short, (owners.get(short) ?? new Set()).add(value));
  for (const [short, values] of owners)
    if (values.size === 1 && !table.has(short)) table.add(short, { is: 'value', field, values: [...values] });
}
