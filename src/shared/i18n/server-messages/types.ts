/** One text in both languages; {{name}} marks a parameter and occurs in both. */
export type Message = { readonly zh: string; readonly en: string };

/** Part of the catalogue, keyed by code. */
export type MessageTable = Readonly<Record<string, Message>>;
