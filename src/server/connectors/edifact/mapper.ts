import type { EdiNotice } from './notice.ts';
import type { ProblemCode } from './problems.ts';
import { type Segment, codeOf, valueOf } from './segments.ts';

/** What a receiver says of an interchange of ours. */
export type EdiAnswer = {
  /** Control reference of the interchange that is answered. */
  controlRef: string;
  /** `received`: it came; `accepted`: it could be read; `refused`: it, or a message in it, could not. */
  verdict: 'received' | 'accepted' | 'refused';
  /** Code of the syntax error, by the list of CONTRL. */
  error: string | null;
};

/** What a mapper tells while it reads a message. */
export type MapperOutput = {
  notice: (notice: Omit<EdiNotice, 'serial'>) => void;
  problem: (code: ProblemCode, at: Segment | null, value?: unknown) => void;
  answer: (answer: EdiAnswer) => void;
};

/** Reads the segments between UNH and UNT of one message, one by one, and tells what they mean. */
export type MessageMapper = { take: (segment: Segment) => void; end: () => void };

/** Makes the mapper of one message. */
export type MapperFactory = (output: MapperOutput) => MessageMapper;

/** The BGM of a message: what it is, its number, and what is to be done with it. */
export type DocumentHead = {
  code: string | null;
  text: string | null;
  number: string | null;
  /** The message takes back what was reported. */
  withdrawn: boolean;
  /** The message takes the place of an earlier one. */
  replaces: boolean;
};

/** Reads a BGM segment. */
export function headOfBgm(segment: Segment): DocumentHead {
  const use = codeOf(segment, 2);
  return {
    code: codeOf(segment, 0),
    text: valueOf(segment, 0, 3),
    number: valueOf(segment, 1),
    withdrawn: use === '1' || use === '3',
    replaces: use === '4' || use === '5' || use === '20' || use === '21',
  };
}

/** A message without BGM. */
export const noHead: DocumentHead = { code: null, text: null, number: null, withdrawn: false, replaces: false };
