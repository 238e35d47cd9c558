import { isInaccessible, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Matches the name of a button by its text: antd puts a blank between two Chinese letters, and icons have names too. */
export const buttonOf = (text: string): RegExp =>
  new RegExp(`(^|\\s)${[...text].map((letter) => letter.replace(/\W/, '\\$&')).join('\\s*')}$`);

/** A text without blanks: antd puts one between two Chinese letters of a button. */
const closed = (text: string | null): string => (text ?? '').replaceAll(/\s/g, '');
/** What an element is called; the key that does the same is no part of it. */
const nameOf = (element: Element): string => {
  const letter = closed(element.querySelector('[class$="-item-extra"], kbd[aria-hidden]')?.textContent ?? '');
  const name = closed(element.getAttribute('aria-label') ?? element.textContent);
  return name.slice(0, name.length - letter.length);
};

/** The one element of these that has the name, once it is there. */
const named = (name: string, find: () => Iterable<HTMLElement>): Promise<HTMLElement> =>
  waitFor(() => {
    // Names first: whether something is hidden takes long to find out.
    const all = [...find()];
    const [element, ...others] = all.filter((one) => nameOf(one) === closed(name) && !isInaccessible(one));
    if (element === undefined) throw new Error(`nothing is named ${name}, but: ${all.map(nameOf).join(', ')}`);
    if (others.length > 0) throw new Error(`${others.length + 1} are named ${name}`);
    return element;
  });

/** Presses the button with this text, in the whole document unless stated. */
export async function press(text: string, inside: ParentNode = document): Promise<void> {
  await userEvent.click(await named(text, () => inside.querySelectorAll('button, [role="button"]')));
}

/** The row of a table that says this, once it is there. */
export const rowOf = (message: string): Promise<HTMLElement> =>
  waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tbody tr')];
    const row = rows.find(({ textContent }) => textContent?.includes(message));
    if (row === undefined)
      throw new Error(`no row says ${message}, but: ${rows.map((one) => one.textContent).join('\n')}`);
    return row;
  });

/** Chooses an act by its text in the menu of the row that says this. The texts are Chinese. */
export async function chooseAct(message: string, act: string): Promise<void> {
  await press('操作', await rowOf(message));
  await userEvent.click(await named(act, () => document.querySelectorAll('[role="menuitem"]')));
}

/** Opens a field of choices and takes the one with this text. */
export async function takeChoice(field: HTMLElement, choice: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(await screen.findByText(choice, { selector: '.ant-select-item-option-content' }));
}

/** Answers the question or dialog with this title by the button with this text; hands back what it stated. */
export async function answerDialog(title: string, button: string): Promise<string> {
  const dialog = await screen.findByRole('dialog', { name: title });
  const message = dialog.textContent ?? '';
  await press(button, dialog);
  return message;
}
