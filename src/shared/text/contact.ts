const forms = /^(?:[^\s@()]{1,100}@[^\s@()]{1,100}|https?:\/\/[^\s()]{1,190})$/;

/** Whether a text is an address at which people can be reached from outside: an e-mail or web address without brackets, 200 characters at most. */
export const isContact = (text: string): boolean => text.length <= 200 && forms.test(text);
