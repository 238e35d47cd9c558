import './message-text.css';

/** A message as it was sent or received: its subject, if it has one, and its text; long ones scroll, also by keyboard. */
export function MessageText({ label, subject, text }: { label: string; subject?: string | null; text: string }) {
  return (
    <>
      {subject != null && <p className="pt-message-subject">{subject}</p>}
      <pre className="pt-message-text" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </>
  );
}
