import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react';
import { goTo } from './navigate.ts';

/** Is this click meant for the page itself, and not for a new window? */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** A link to an own page: a plain click opens it in its tab, ctrl-click in a new window. */
export function GoLink({
  href,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): ReactElement {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        goTo(href);
      }}
    />
  );
}
