import { type MiniContent, MiniTable } from '#web/kit/table/MiniTable.tsx';
import { AppDialog } from './AppDialog.tsx';
import './results-frame.css';

type Props<Row, Key extends string> = MiniContent<Row, Key> & {
  open: boolean;
  title: string;
  /** One sentence that counts what was done and what was not. */
  summary: string;
  onClose: () => void;
};

/** A dialog with a row for each thing that a bulk action was done to. */
export function ResultsFrame<Row, Key extends string>({ open, title, summary, onClose, ...table }: Props<Row, Key>) {
  return (
    <AppDialog title={title} open={open} width={720} footer={null} onCancel={onClose}>
      <p role="status">{summary}</p>
      <div className="pt-results-frame" tabIndex={0} role="group" aria-label={title}>
        <MiniTable {...table} label={title} />
      </div>
    </AppDialog>
  );
}
