import { type ESTree, parseSync, Visitor } from 'vite';
import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/** Words of a private vocabulary, with the terms that take their place (STYLE.md). */
const prose: readonly (readonly [word: RegExp, term: string])[] = [
  [/\b(?:un)?told\b/gi, 'reported, notified'],
  [/\b(?:un)?said\b/gi, 'stated, reported, shown'],
  [/\btell(?:ers?|ing)\b/gi, 'value source, reporting'],
  [/\bwhoever\b/gi, 'a caller who, anyone who'],
  [/\bre-?fusions?\b/gi, 'recomputing'],
];
/** Parts of declared names, in lower case. */
const parts = new Map([
  ['told', 'reported'],
  ['untold', 'unreported'],
  ['said', 'stated'],
  ['unsaid', 'unstated'],
  ['teller', 'valueSource'],
  ['tellers', 'valueSources'],
  ['whoever', 'anyone'],
  ['refusion', 'recompute'],
  ['refusions', 'recomputations'],
]);
/** Names that had a better one. */
const names = new Map([
  ['refuseSubscriptions', 'recomputeSubscriptions'],
  ['holdEnds', 'postponeCompletion'],
  ['takeInForce', 'loadCurrentDecisions'],
  ['sayingDuplicates', 'translateUniqueViolation'],
  ['faceOf', 'visibleFingerprint'],
  ['isOurs', 'isInternalProblem'],
  ['harmless', 'escapeFormula'],
  ['Hands', 'TaskExecutor'],
  ['Bringer', 'AnswerOrigin'],
  ['Asides', 'ProblemLookups'],
  ['Afloat', 'FleetVessel'],
  ['Taker', 'ConnectionSink'],
  ['RunLane', 'RunQueue'],
  ['createLanes', 'createSemaphore'],
  ['Indicator', 'EventItem'],
  ['indicator', 'eventItem'],
  ['indicators', 'eventItems'],
  ['indicatorOf', 'eventItemOf'],
  ['indicatorCode', 'eventItemCode'],
  ['toIndicator', 'toEventItem'],
  ['ruleOfIndicator', 'ruleOfEventItem'],
  ['judgeIndicators', 'judgeEventItems'],
  ['announceKept', 'reportMemoryUse'],
]);
/** Forms of names that say nothing, with what they should say. */
const forms: readonly (readonly [form: RegExp, term: string])[] = [
  [/^most$|^most(?!Trusted$)[A-Z]|[a-z](?<!out)(?<!inner)(?<!at)Most$|_MOST$|^MOST_/, 'max… or limit'],
  [/^(?:Kept|Known)(?:$|[A-Z])/, 'what it is, such as Stored… or Saved…'],
];
/** Here a box is a container; elsewhere it is one of a page, a map or the area of a stream. */
const cargo = /^src\/(?:domain|simulator|server\/modules|server\/connectors)\//;
const areas = /\/(?:position|ais|mail|notification|function-call|mail-import)\//;
const cargoParts = new Map([
  ['box', 'container'],
  ['boxes', 'containers'],
]);
/** These files have to name what they look for. */
const exempt = /^(?:scripts\/(?:lint\/|measure\.ts)|src\/web\/i18n\/|src\/shared\/words\/)/;

const partsOf = (name: string): string[] =>
  name.includes('_') ? [] : name.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** The complaints about a text in words: its lines that have a word of the private vocabulary, outside of `code` and of quotations. */
export function checkProse(path: string, text: string): Finding[] {
  const plain = text.replace(/^```[\s\S]*?^```$|`[^`\n]*`|“[^”\n]*”|"[^"\n]*"|\]\([^)\n]*\)/gm, (code) =>
    code.replace(/[^\n]/g, ' '),
  );
  return prose.flatMap(([word, term]) =>
    [...plain.matchAll(word)].map(({ 0: found, index }) => ({
      path,
      line: lineAt(plain, index),
      message: `"${found}": the field says ${term}`,
    })),
  );
}

/** The names that a file declares: variables, parameters, functions, classes and types. */
function declaredIn(program: ESTree.Program): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  const note = (node: ESTree.Node | null | undefined): void => {
    if (node?.type === 'Identifier') found.push({ name: node.name, start: node.start });
  };
  const noteAll = ({ params }: { params: readonly ESTree.Node[] }): void => params.forEach(note);
  new Visitor({
    VariableDeclarator: ({ id }) => note(id),
    FunctionDeclaration: (node) => {
      note(node.id);
      noteAll(node);
    },
    ArrowFunctionExpression: noteAll,
    ClassDeclaration: ({ id }) => note(id),
    TSTypeAliasDeclaration: ({ id }) => note(id),
  }).visit(program);
  return found;
}

/** Names and comments use the terms of the field. */
export function checkWords({ path, text, program }: SourceFile): Finding[] {
  if (exempt.test(path)) return [];
  const isCargo = cargo.test(path) && !areas.test(path);
  const declared = declaredIn(program).flatMap(({ name, start }) => {
    const term =
      names.get(name) ??
      forms.find(([form]) => form.test(name))?.[1] ??
      partsOf(name).flatMap((part) => parts.get(part) ?? (isCargo ? (cargoParts.get(part) ?? []) : []))[0];
    return term === undefined ? [] : [{ path, line: lineAt(text, start), message: `${name}: the field says ${term}` }];
  });
  const comments = parseSync(path, text).comments.flatMap(({ value, start }) =>
    checkProse(path, value).map((finding) => ({ ...finding, line: lineAt(text, start) + finding.line - 1 })),
  );
  return [...declared, ...comments];
}
