import type { ReactNode } from 'react';
import { AppDialog } from './AppDialog.tsx';
import './results-frame.css';

type Props = {
  open: boolean;
  title: string;
  /** One sentence that counts what was done and what was not. */
  summary: string;
  /** Titles of the columns. */
  heads: readonly string[];
  /** A table row for each result. */
  children: ReactNode;
  onClose: () => void;
};

/** A dialog with a row for each thing that a bulk action was done to. */
export function ResultsFrame({ open, title, summary, heads, children, onClose }: Props) {
  return (
    <AppDialog title={title} open={open} width={720} footer={null} onCancel={onClose}>
      <p role="status">{summary}</p>
      <div className="pt-results-frame" tabIndex={0} role="group" aria-label={title}>
        <table className="pt-mini">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </AppDialog>
  );
}
