import { NOBODY } from '../reference/nobody.ts';
import { placeField, spanIn } from './choose-field.ts';
import type { DaySpan } from './day-words.ts';
import { type AmountStated, boundsOf } from './number-words.ts';
import { trailingNot, liesAhead } from './lexicon.ts';
import { counted, endsName, fieldOf, has, isArrival, isOnlyFill, isOnlyOf, namesLost, textOf } from './meanings.ts';
import { type Meaning, phrasesOf } from './phrases.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Reading, WordContext, WordField, WordOrder } from './types.ts';

/** Reads a sentence as filters of a list: what its columns, names and days say, without a model; what means nothing there is named. */
export function readWords(sentence: string, fields: readonly WordField[], context: WordContext): Reading {
  const { today, sorts = [] } = context;
  const reader = new Reader(tokensOf(sentence.slice(0, 500), phrasesOf(fields), today, sorts), fields, context);
  return reader.read();
}

/** Values of one filter that were taken one after the other. */
type Taken = { field: WordField; values: readonly string[] };

class Reader {
  readonly #tokens: readonly Token[];
  readonly #fields: readonly WordField[];
  readonly #context: WordContext;
  readonly #values: Record<string, string | string[]> = {};
  readonly #left = new Map<WordField, Set<string>>();
  readonly #names: Record<string, string> = {};
  readonly #unknown: string[] = [];
  readonly #wanted: string[] = [];
  readonly #used = new Set<number>();
  #sort: WordOrder | undefined;
  #not: { word: string; field?: WordField; after?: Taken } | undefined;
  #last: Taken | undefined;
  #hint: WordField | undefined;

  constructor(tokens: readonly Token[], fields: readonly WordField[], context: WordContext) {
    this.#tokens = tokens;
    this.#fields = fields;
    this.#context = context;
  }

  read(): Reading {
    const tokens = this.#tokens;
    for (const [index, token] of tokens.entries())
      if (token.is === 'days') this.#days(index, token.span, token.text);
      else if (token.is === 'amount') this.#amount(index, token.amount, token.text);
    for (const [index, token] of tokens.entries()) {
      if (this.#used.has(index)) continue;
      if (token.is === 'phrase') this.#phrase(index, token.meanings, token.text);
      else if (token.is === 'number') this.#number(token.text);
      else if (token.is === 'order') this.#order(token.sort, token.text);
      else if (token.is === 'quote') this.#quote(token.text);
      else if (token.is === 'unknown') this.#name(index, token.text);
      else if (token.is === 'break' && /[,;，；。.]/.test(token.text) && !this.#listGoesOn(index)) this.#endNot();
      if (!isOnlyOf(token, ['value', 'not', 'or', 'fill'])) this.#last = undefined;
    }
    this.#endNot();
    for (const [field, values] of this.#left) this.#leaveOut(field, values);
    if (Object.keys(this.#values).length === 0 && this.#unknown.length === 1) this.#asKeyword();
    return {
      values: this.#values,
      ...(this.#sort === undefined ? {} : { sort: this.#sort }),
      names: this.#names,
      unknown: this.#unknown,
      wanted: this.#wanted,
    };
  }

  /** A sentence that is nothing but one unknown word is looked for where the list looks for words. */
  #asKeyword(): void {
    const keyword = this.#fields.find(({ name }) => name === 'keyword');
    if (keyword !== undefined) this.#values[keyword.name] = this.#unknown.pop() ?? '';
  }

  #listGoesOn(index: number): boolean {
    const next = this.#tokens[index + 1];
    return (
      this.#not?.field !== undefined &&
      next?.is === 'phrase' &&
      next.meanings.some((meaning) => meaning.is === 'value' && meaning.field === this.#not?.field)
    );
  }

  /** "Without" of something that cannot be left out is named. */
  #endNot(): void {
    const wording = this.#not;
    this.#not = undefined;
    if (wording === undefined || wording.field !== undefined) return;
    if (wording.after === undefined || !trailingNot.has(wording.word.toLowerCase())) this.#unknown.push(wording.word);
    else this.#takeBack(wording.after);
  }

  /** "Completed ones excluded": what was taken before is left out. */
  #takeBack({ field, values }: Taken): void {
    const taken = this.#values[field.name];
    const others = Array.isArray(taken) ? taken.filter((one) => !values.includes(one)) : [];
    if (others.length > 0) this.#values[field.name] = others;
    else delete this.#values[field.name];
    this.#left.set(field, new Set([...(this.#left.get(field) ?? []), ...values]));
  }

  #near(index: number): (Token | undefined)[] {
    const fill = (at: number, step: number): Token | undefined => {
      let next = at + step;
      while (isOnlyFill(this.#tokens[next])) next += step;
      return this.#tokens[next];
    };
    return [fill(index, -1), fill(index, 1)];
  }

  #days(index: number, span: DaySpan, text: string): void {
    const ranges = this.#fields.filter(({ kind }) => kind === 'days');
    const free = (field: WordField): boolean =>
      field.kind === 'days' && !(`${field.name}From` in this.#values) && !(`${field.name}To` in this.#values);
    let chosen: WordField | undefined;
    for (const token of this.#near(index)) {
      const field = fieldOf(token, free);
      if (field === undefined) {
        if (namesLost(token)) {
          // "Arriving" in a list that knows no arrival: the days mean nothing either.
          this.#unknown.push(text);
          return;
        }
        continue;
      }
      chosen ??= field;
      // Both may name it: "promised next week for delivery".
      if (token !== undefined && field === chosen) this.#used.add(this.#tokens.indexOf(token));
    }
    chosen ??= this.#beforePlace(index, free);
    if (chosen === undefined && this.#isOfPlace(index))
      chosen = ranges.find((field) => isArrival.test(field.name) && free(field));
    const ahead = ranges.filter(({ name }) => liesAhead(name));
    const behind = ranges.filter(({ name }) => !liesAhead(name));
    const isAhead = span.side === 'future' || (span.from === undefined && (span.to ?? '') > this.#context.today);
    chosen ??= isAhead ? ahead.find(free) : (behind.find(free) ?? ahead.find(free));
    if (chosen === undefined) {
      this.#unknown.push(text);
      return;
    }
    const { from, to } = spanIn(span, { ahead: liesAhead(chosen.name), text, today: this.#context.today });
    if (from !== undefined) this.#values[`${chosen.name}From`] = from;
    if (to !== undefined) this.#values[`${chosen.name}To`] = to;
  }

  /** "Into Hamburg this week", "本周到汉堡": the days are those of the arrival there. */
  #isOfPlace(index: number): boolean {
    const [before, after] = this.#near(index);
    if (after !== undefined && has(after, 'to')) return this.#near(this.#tokens.indexOf(after))[1]?.is === 'unknown';
    return before?.is === 'unknown' && has(this.#near(this.#tokens.indexOf(before))[0], 'to');
  }

  /** "Arrived in Los Angeles this week": the filter that is named before the place. */
  #beforePlace(index: number, fits: (field: WordField) => boolean): WordField | undefined {
    const [before] = this.#near(index);
    return before?.is === 'unknown' ? fieldOf(this.#near(this.#tokens.indexOf(before))[0], fits) : undefined;
  }

  /** An order of the list; of two the first one counts, the other is named. */
  #order(sort: WordOrder | undefined, text: string): void {
    if (sort === undefined || this.#sort !== undefined) this.#unknown.push(text);
    else this.#sort = sort;
  }

  /** A condition on a number: of the filter that is named beside it, else of the one that counts so. */
  #amount(index: number, wording: AmountStated, text: string): void {
    const free = this.#fields.filter(({ name }) => !(`${name}Min` in this.#values) && !(`${name}Max` in this.#values));
    const { field, by } = counted(free, this.#near(index), wording, text);
    if (by !== undefined) this.#used.add(this.#tokens.indexOf(by));
    if (field === undefined) return void this.#unknown.push(text);
    const { min, max } = boundsOf(wording, field);
    if (min !== undefined) this.#values[`${field.name}Min`] = min;
    if (max !== undefined) this.#values[`${field.name}Max`] = max;
  }

  #phrase(index: number, meanings: readonly Meaning[], text: string): void {
    if (meanings.some(({ is }) => is === 'mine') && this.#mine()) return;
    const value = this.#valueOf(meanings);
    const own = meanings.find((meaning) => meaning.is === 'field');
    if (this.#isNone(meanings)) return;
    const some = meanings.find((meaning) => meaning.is === 'some');
    if (some?.is === 'some' && value === undefined && this.#not === undefined) {
      this.#values[`${some.field.name}Min`] = '1';
      return;
    }
    if (value !== undefined && !(own?.is === 'field' && this.#isNamed(index, own.field))) {
      const goesOn = this.#last?.field === value.field ? this.#last.values : [];
      this.#last = this.#not === undefined ? { ...value, values: [...goesOn, ...value.values] } : undefined;
      this.#take(value.field, value.values);
      this.#hint = value.field;
      return;
    }
    if (own?.is === 'field') {
      this.#hint = own.field;
      if (this.#not === undefined && this.#isEmpty(index, own.field)) return;
      if (this.#not === undefined && this.#textFollows(index, own.field)) return;
      // "Without vessel" asks for what is empty, which no filter can say.
      if (this.#not !== undefined && this.#not.field === undefined && !this.#valueFollows(index, own.field)) {
        if (own.field.kind === 'amount') {
          this.#not = undefined;
          this.#values[`${own.field.name}Max`] = '0';
          return;
        }
        if (own.field.empty === true || own.field.choices?.some((choice) => choice.value === NOBODY) === true) {
          this.#not = undefined;
          this.#take(own.field, [NOBODY]);
          return;
        }
        this.#unknown.push(`${this.#not.word} ${text}`);
        this.#not = undefined;
      }
      return;
    }
    if (meanings.some(({ is }) => is === 'not')) {
      this.#endNot();
      this.#not = { word: text, ...(this.#last === undefined ? {} : { after: this.#last }) };
    } else if (meanings.every(({ is }) => is === 'lost')) this.#unknown.push(text);
  }

  /** "No exceptions": none of what is counted, also where the word names a value of another filter. */
  #isNone(meanings: readonly Meaning[]): boolean {
    if (this.#not === undefined || this.#not.field !== undefined) return false;
    const none = meanings.find(
      (meaning) => meaning.is === 'field' && meaning.field.kind === 'amount' && meaning.field.unit === undefined,
    );
    if (none?.is !== 'field') return false;
    this.#not = undefined;
    this.#values[`${none.field.name}Max`] = '0';
    return true;
  }

  /** "Vessel unknown", "船名为空": a filter whose value is asked to be missing. */
  #isEmpty(index: number, field: WordField): boolean {
    const after = this.#near(index)[1];
    if (field.empty !== true || !has(after, 'empty')) return false;
    if (after !== undefined) this.#used.add(this.#tokens.indexOf(after));
    this.#take(field, [NOBODY]);
    return true;
  }

  /** Takes what follows the name of a text filter up to its last unknown word: names may contain words that are known. */
  #textFollows(index: number, field: WordField): boolean {
    if (field.kind !== 'text' || field.choices !== undefined || field.finds === 'ports') return false;
    const parts: string[] = [];
    let last = -1;
    for (let at = index + 1; at < this.#tokens.length; at += 1) {
      const token = this.#tokens[at];
      if (token === undefined || token.is === 'break' || token.is === 'days' || has(token, 'not')) break;
      // A way ends the name: "customer IKEA to New York".
      if (parts.length > 0 && /^(to|from|into|bound for|到|去|从)$/.test(token.text.toLowerCase())) break;
      if (token.is === 'quote') return false;
      if (has(token, 'field') && !has(token, 'value')) break;
      if (parts.length === 0 && has(token, 'fill')) continue;
      parts.push(token.text);
      if (token.is === 'unknown' || token.is === 'number' || (last === at - 1 && endsName(token))) last = at;
    }
    if (last < 0) return false;
    const first = this.#tokens.findIndex((token, at) => at > index && !has(token, 'fill'));
    this.#values[field.name] = textOf(this.#tokens.slice(first, last + 1));
    for (let at = first; at <= last; at += 1) this.#used.add(at);
    return true;
  }

  /** Whether a value of this filter comes right after its name. */
  #isNamed(index: number, field: WordField): boolean {
    const next = this.#near(index)[1];
    if (next === undefined) return false;
    if (field.kind === 'text') return next.is === 'unknown' || next.is === 'quote';
    return next.is === 'phrase' && next.meanings.some((meaning) => meaning.is === 'value' && meaning.field === field);
  }

  #valueFollows(index: number, field: WordField): boolean {
    const next = this.#near(index)[1];
    // What can be empty is empty unless a name or one of its own values follows.
    if (field.kind === 'amount' || field.empty === true)
      return next?.is === 'unknown' || next?.is === 'quote' || this.#isNamed(index, field);
    return next !== undefined && next.is !== 'break' && next.is !== 'days';
  }

  #valueOf(meanings: readonly Meaning[]): { field: WordField; values: readonly string[] } | undefined {
    const values = meanings.filter((meaning) => meaning.is === 'value');
    return values.find(({ field }) => field === this.#hint) ?? values[0];
  }

  #mine(): boolean {
    const { me } = this.#context;
    const field = this.#fields.find(({ finds }) => finds === 'users');
    if (field === undefined || me === undefined) return false;
    this.#take(field, [me]);
    return true;
  }

  /** Takes values of a filter, or leaves them out where "not" stands before them. */
  #take(field: WordField, values: readonly string[]): void {
    if (this.#not !== undefined && (this.#not.field === undefined || this.#not.field === field)) {
      this.#not.field = field;
      const left = this.#left.get(field) ?? new Set();
      for (const value of values) left.add(value);
      this.#left.set(field, left);
      return;
    }
    this.#endNot();
    if (field.kind === 'flag' || field.kind === 'text' || field.single === true) {
      const known = values.find((value) => field.choices?.some((choice) => choice.value === value) ?? true);
      this.#values[field.name] = known ?? values[0] ?? '';
      return;
    }
    const before = this.#values[field.name];
    this.#values[field.name] = [...new Set([...(Array.isArray(before) ? before : []), ...values])];
  }

  /** All other values of a filter. */
  #leaveOut(field: WordField, values: ReadonlySet<string>): void {
    if (field.kind === 'flag') {
      this.#values[field.name] = values.has('1') ? '0' : '1';
      return;
    }
    const taken = this.#values[field.name];
    const others = (Array.isArray(taken) ? taken : (field.choices ?? []).map(({ value }) => value)).filter(
      (value) => !values.has(value),
    );
    if (others.length === 0 || (others.length > 1 && (field.single === true || field.kind === 'text'))) {
      const named = field.choices?.filter(({ value }) => values.has(value)).map(({ names }) => names[0] ?? '');
      this.#unknown.push(...(named ?? [...values]));
    } else this.#values[field.name] = field.single === true || field.kind === 'text' ? (others[0] ?? '') : others;
  }

  #number(text: string): void {
    const numbers = this.#fields.filter(({ kind }) => kind === 'numbers');
    const isContainer = /^[A-Z]{3}[UJZ]\d{7}$/.test(text);
    const field =
      this.#hint?.kind === 'numbers'
        ? this.#hint
        : this.#hint?.kind === 'text' && !isContainer
          ? this.#hint
          : ((isContainer ? numbers.find(({ name }) => /ctn|container/i.test(name)) : undefined) ??
            numbers.find(({ name }) => !/ctn|container/i.test(name)) ??
            numbers[0]);
    if (field === undefined || this.#not !== undefined) {
      this.#unknown.push(text);
      this.#not = undefined;
    } else if (field.kind === 'text') this.#values[field.name] = text;
    else this.#take(field, [text]);
  }

  #quote(text: string): void {
    const field =
      this.#hint?.kind === 'text'
        ? this.#hint
        : this.#fields.find(({ name, kind }) => name === 'keyword' && kind === 'text');
    if (field === undefined) this.#name(-1, text);
    else this.#values[field.name] = text;
  }

  /** A part that no declaration knows: the text of a filter just named, a place, a vessel, a person, or nothing. */
  #name(index: number, text: string): void {
    const near = index < 0 ? [] : this.#near(index);
    const named = fieldOf(
      near[0],
      ({ kind, choices }) => (kind === 'text' && choices === undefined) || (kind === 'numbers' && /\d/.test(text)),
    );
    if (named !== undefined && this.#not === undefined && named.finds !== 'ports') {
      this.#values[named.name] = named.kind === 'numbers' ? [text.toUpperCase()] : text;
      return;
    }
    const looksUp = this.#fields.some(({ finds }) => finds !== undefined);
    const found = this.#context.found?.get(text);
    if (looksUp && found === undefined && !(this.#context.found?.has(text) ?? false)) {
      this.#wanted.push(text);
      return;
    }
    const field =
      found === undefined
        ? undefined
        : placeField(this.#fields, found, {
            near: (at) => this.#near(at),
            tokens: this.#tokens,
            index,
            hint: this.#hint,
          });
    if (found === undefined || field === undefined) {
      this.#unknown.push(
        this.#not?.field === undefined && this.#not !== undefined ? `${this.#not.word} ${text}` : text,
      );
      if (this.#not?.field === undefined) this.#not = undefined;
      return;
    }
    if (this.#not?.field !== undefined && this.#not.field !== field) this.#endNot();
    if (this.#not !== undefined) {
      this.#unknown.push(`${this.#not.word} ${text}`);
      this.#not = undefined;
      return;
    }
    this.#names[found.value] = found.label;
    this.#take(field, [found.value]);
    this.#hint = field;
  }
}
