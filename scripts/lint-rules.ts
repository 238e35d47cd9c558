// Rules of our own that the linter does not have: the order of the layers, pure code, what Node can load, names, texts that nobody uses.
import { checkCasts, listCasts } from './lint/casts.ts';
import { checkLateCode } from './lint/late-code.ts';
import { checkLayers } from './lint/layers.ts';
import { checkPlaceTimes } from './lint/place-times.ts';
import { checkPurity } from './lint/purity.ts';
import { readSources } from './lint/read-source.ts';
import { checkClassNames, checkSheets, checkVariables, readSheets } from './lint/sheets.ts';
import {
  checkFileName,
  checkLaunches,
  checkLoadable,
  checkLocks,
  checkNames,
  checkReads,
  checkText,
  checkTimed,
  checkWaits,
} from './lint/style.ts';
import { checkSuiteInputs } from './lint/suite-inputs.ts';
import { checkTerms } from './lint/terms.ts';
import { checkChosenTexts, checkTextFiles } from './lint/texts.ts';
import { checkUnknownYet } from './lint/unknown-yet.ts';
import { checkUnscoped } from './lint/unscoped.ts';
import { checkProductTexts } from './lint/unused-texts.ts';
import { checkWords } from './lint/words.ts';

const rules = [
  checkLayers,
  checkPurity,
  checkPlaceTimes,
  checkText,
  checkTerms,
  checkLoadable,
  checkNames,
  checkReads,
  checkLocks,
  checkLaunches,
  checkTimed,
  checkWaits,
  checkFileName,
  checkLateCode,
  checkTextFiles,
  checkChosenTexts,
  checkUnknownYet,
  checkUnscoped,
  checkWords,
];
const files = readSources();
const sheets = readSheets();
const findings = [
  ...files.flatMap((file) => rules.flatMap((rule) => rule(file))),
  ...checkProductTexts(files),
  ...checkCasts(files),
  ...checkSuiteInputs(files),
  ...checkSheets(sheets),
  ...checkClassNames(files, sheets),
  ...checkVariables(files, sheets),
];
for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`);
console.log(`${files.length} files, ${listCasts(files).length} casts, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
