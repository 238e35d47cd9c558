import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { EditorState } from '@codemirror/state';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef } from 'react';

/** What a script finds in `robot`, with its types as the editor offers them; docs/scripts.md tells them in full. */
const robotInterface: readonly { name: string; type: string; insert: string }[] = [
  { name: 'robot.fetch', type: '(url, {method, headers, body}?) => Promise<Page>', insert: "await robot.fetch('')" },
  { name: 'robot.siteUrl', type: 'string | null', insert: 'robot.siteUrl' },
  { name: 'robot.asset', type: '(assetType: string) => Promise<string>', insert: "await robot.asset('')" },
  { name: 'robot.log', type: "(text, level?: 'debug' | 'info' | 'warn' | 'error') => void", insert: 'robot.log()' },
  { name: 'robot.progress', type: '(percent: number, text?: string) => void', insert: 'robot.progress()' },
  { name: 'robot.shouldStop', type: '() => boolean', insert: 'robot.shouldStop()' },
  { name: 'robot.sleep', type: '(ms: number) => Promise<void>', insert: 'await robot.sleep(1000)' },
  { name: 'robot.artifact', type: '(name, contentType, text) => Promise<void>', insert: 'await robot.artifact()' },
  { name: 'robot.pagesDue', type: '({carrierCode, most}?) => Promise<Due[]>', insert: 'await robot.pagesDue()' },
  {
    name: 'robot.bringPage',
    type: '({carrierCode, subject, subjectNo, contentType, body}) => Promise<{state, events}>',
    insert: 'await robot.bringPage()',
  },
  { name: 'robot.fail', type: '(code: string, text: string) => never', insert: "robot.fail('', '')" },
  { name: 'robot.job', type: '{jobId, processName, packageVersion, attempt, subscription}', insert: 'robot.job' },
  { name: 'input', type: 'object: what the job is given', insert: 'input' },
  { name: 'page.text', type: 'string', insert: 'page.text' },
  { name: 'page.status', type: 'number', insert: 'page.status' },
  { name: 'page.json', type: '() => unknown', insert: 'page.json()' },
  { name: 'page.forms', type: '() => {name, action, method, fields}[]', insert: 'page.forms()' },
  { name: 'page.submit', type: '(form: name | index, values) => Promise<Page>', insert: 'await page.submit(0, {})' },
];

type Props = { label: string; value: string; readOnly: boolean; onChange: (value: string) => void };

/** Offers the interface of robots with its types. */
function completeRobot(context: CompletionContext) {
  const word = context.matchBefore(/[\w.]+/);
  if (word === null && !context.explicit) return null;
  return {
    from: word?.from ?? context.pos,
    options: robotInterface.map(({ name, type, insert }) => ({
      label: name,
      detail: type,
      apply: insert,
      type: 'function',
    })),
    validFor: /^[\w.]*$/,
  };
}

/** A code editor for the script of a version. */
export function ScriptEditor({ label, value, readOnly, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        extensions: [
          basicSetup,
          javascript(),
          autocompletion({ override: [completeRobot] }),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, readOnly]);
  // What comes from elsewhere, such as a file, replaces the text; what was typed here is there already.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, label, readOnly]);
  return <div ref={place} className="pt-script-editor" />;
}
