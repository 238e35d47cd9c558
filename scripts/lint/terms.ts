import type { Finding, SourceFile } from './read-source.ts';

/** Files with texts for people; what people type into the search by words (`src/shared/words`) is theirs. */
const texts = /^src\/(?:web\/.*\.texts\.ts$|(?:shared\/i18n|lists|entities|contract)\/(?!.*\.test\.ts$))/;

/** Words that name a thing which has another term, with that term (docs/glossary.md). */
const terms: readonly (readonly [word: string, term: string])[] = [
  ['Put aside', 'Snoozed'],
  ['Unfold', 'Expand'],
  ['Take it', 'Assign to me'],
  ['Open the trace', 'Open shipment'],
  ['Open trace', 'Open shipment'],
  ['Given up', 'Failed permanently'],
  ['Sold by', 'Bookable with'],
  ['Beside ours', 'Compared with our schedule'],
  ['econd factor', 'two-step verification'],
  ['异常事件', '异常组'],
  ['按事件', '按原因'],
  ['自愈', '自动恢复'],
  ['自行消失', '自动恢复'],
  ['说法不一', '数据不一致'],
  ['八成', '80%'],
  ['信号已旧', '信号过期'],
  ['自算', '系统预计'],
  ['凭证', '凭据'],
  ['责任者', '责任人'],
  ['处理动作', '处理措施'],
  ['数据矛盾', '数据不一致'],
];

/** One term a thing: a text of the product uses the glossary's. */
export function checkTerms({ path, text }: SourceFile): Finding[] {
  if (!texts.test(path)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      terms
        .filter(([word]) => line.includes(word))
        .map(([word, term]) => ({ path, line: index + 1, message: `"${word}": the term is "${term}"` })),
    );
}
