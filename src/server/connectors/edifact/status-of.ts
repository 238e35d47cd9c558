import type { ProblemCode } from './problems.ts';
import { type Segment, codeOf, valueOf } from './segments.ts';
import {
  type StatusMeaning,
  isOtherCategory,
  isSilent,
  meaningInList,
  meaningOfCode,
  ownMeaning,
} from './status-codes.ts';
import { isExpected, meaningOfWords } from './status-words.ts';

/** A status as it stands in a STS segment. */
export type WrittenStatus = {
  category: string | null;
  code: string | null;
  /** Code list (1131) and its agency (3055), where the sender names them. */
  list: { name: string | null; agency: string | null };
  text: string | null;
};

/** Reads a STS segment. Its first element is the category, whose numbers are no statuses; some senders begin with the code. */
export function statusOf(segment: Segment): WrittenStatus {
  const [category, code] = [codeOf(segment, 0), codeOf(segment, 1)];
  const text = valueOf(segment, 1, 3) ?? valueOf(segment, 1, 4);
  const isLone = code === null && text === null && segment.elements.length === 1;
  const at = isLone && category !== null && !/^\d+$/.test(category) ? 0 : 1;
  return {
    category: at === 0 ? null : category,
    code: at === 0 ? category : code,
    list: { name: codeOf(segment, at, 1), agency: codeOf(segment, at, 2) },
    text: isLone ? valueOf(segment, 0, 3) : text,
  };
}

/** A status in short, as it is shown beside a problem. */
export function shownStatus({ code, list, text }: WrittenStatus): string {
  const origin = [list.name, list.agency].filter((part) => part !== null).join(' ');
  return [code, origin === '' ? null : `(${origin})`, text].filter((part) => part !== null).join(' ');
}

type Reading = { meaning: StatusMeaning; problem?: undefined } | { meaning?: undefined; problem: ProblemCode };

/** Codes for one and the same passage through a gate: with and without a word on what the container holds. */
const twins: Readonly<Record<string, string>> = { GTIN: 'DROP', DROP: 'GTIN', GTOT: 'PICK', PICK: 'GTOT' };

/** The meaning of a code with what its words add; they must not say something else. */
function agree(known: StatusMeaning, text: string | null): Reading {
  const spoken = meaningOfWords(text);
  if (spoken === 'denied' || spoken === 'other') return { problem: 'contradicting_status' };
  if (spoken === undefined) return { meaning: known };
  if (spoken.code !== known.code && twins[spoken.code] !== known.code) return { problem: 'contradicting_status' };
  // The words may say by what, which the code leaves open.
  const mode = known.mode ?? spoken.mode;
  return { meaning: { ...known, ...(mode && { mode }) } };
}

function read({ category, code, list, text }: WrittenStatus): Reading {
  if (code === null && text === null) return { problem: 'missing_status' };
  if (isOtherCategory(category)) return { problem: 'silent_status' };
  if (code !== null && (list.name !== null || list.agency !== null)) {
    const { isKnown, meaning } = meaningInList(code, list);
    if (!isKnown) return { problem: 'unknown_list' };
    return meaning === undefined ? { problem: 'silent_status' } : agree(meaning, text);
  }
  const own = ownMeaning(text?.trim().toUpperCase() ?? '');
  if (own !== undefined) return { meaning: own };
  const known = code === null ? undefined : meaningOfCode(code);
  if (known !== undefined) return agree(known, text);
  const spoken = meaningOfWords(text);
  if (typeof spoken === 'object') return { meaning: spoken };
  return { problem: code !== null && isSilent(code) ? 'silent_status' : 'unknown_status' };
}

/** What a status means, or why it means no step of a container. A code of a list that is not known means nothing. */
export function readStatus(status: WrittenStatus): Reading {
  const reading = read(status);
  if (reading.meaning === undefined || reading.meaning.classifier !== undefined || !isExpected(status.text))
    return reading;
  return { meaning: { ...reading.meaning, classifier: 'EST' } };
}
