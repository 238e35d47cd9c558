/** The languages of the product; Chinese is the default. */
export type Lang = 'zh' | 'en';

/** A text in both languages. `{{name}}` marks are filled by `interpolate`. */
export type Text = { readonly zh: string; readonly en: string };
