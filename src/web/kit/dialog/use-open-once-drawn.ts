import { useLayoutEffect, useState } from 'react';

/**
 * Whether a dialog or drawer of antd may be open: not before React has kept its first drawing. antd notes open windows
 * while they are drawn, and one whose drawing was thrown away would stand above all others and swallow Escape.
 */
export function useOpenOnceDrawn(open: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useLayoutEffect(() => setDrawn(true), []);
  return open && drawn;
}
