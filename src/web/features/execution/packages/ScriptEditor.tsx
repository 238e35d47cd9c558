import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { EditorState } from '@codemirror/state';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef } from 'react';
import { robotInterface } from './robot-interface.ts';

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
