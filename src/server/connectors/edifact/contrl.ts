import type { MapperFactory, EdiAnswer } from './mapper.ts';
import { type Segment, codeOf, valueOf } from './segments.ts';

const verdicts: Readonly<Record<string, EdiAnswer['verdict']>> = { '4': 'refused', '7': 'accepted', '8': 'received' };

/** Place of action and error in the segments that judge an interchange, a group and a message. */
const places: Readonly<Record<string, { action: number; error: number } | undefined>> = {
  UCI: { action: 3, error: 4 },
  UCF: { action: 3, error: 4 },
  UCM: { action: 2, error: 3 },
};

const isError = (code: string | null): code is string => code !== null && /^\d{1,3}$/.test(code);

/** CONTRL, the answer of a receiver to an interchange (ISO 9735): one refused message makes it a refusal. */
export const contrlMapper: MapperFactory = (output) => {
  let answer: EdiAnswer | undefined;
  const judge = (segment: Segment): void => {
    const place = places[segment.tag];
    if (place === undefined) return;
    const verdict = verdicts[codeOf(segment, place.action) ?? ''];
    const error = valueOf(segment, place.error);
    if (segment.tag === 'UCI') {
      const controlRef = valueOf(segment, 0);
      if (controlRef !== null && verdict !== undefined)
        answer = { controlRef, verdict, error: isError(error) ? error : null };
    } else if (answer !== undefined && verdict === 'refused') {
      answer = { ...answer, verdict, error: answer.error ?? (isError(error) ? error : null) };
    }
  };
  return {
    take: judge,
    end: () => {
      if (answer === undefined) output.problem('bad_answer', null);
      else output.answer(answer);
    },
  };
};
