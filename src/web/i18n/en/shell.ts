import type { Messages } from '../messages.ts';
import type { shell as zh } from '../zh/shell.ts';

/** The frame around the pages: sidebar, header, tabs, footer. */
export const shell: Messages<typeof zh> = {
  skipToContent: 'Skip to content',
  readOnly:
    'Read-only: the disk of the server is full. You can look, but nothing is saved. Sign in again once there is room.',
  sharedTrace: 'Shipment tracking',
  mainMenu: 'Main menu',
  collapseMenu: 'Collapse the sidebar',
  expandMenu: 'Expand the sidebar',
  userMenu: 'User menu',
  admin: 'Administrator',
  user: 'User',
  account: 'Account security',
  changePassword: 'Change password',
  logout: 'Sign out',
  logoutTitle: 'Sign out?',
  logoutUnsaved: 'Some tabs have unsaved input, which will be lost.',
  openTabs: 'Open pages',
  closeTab: 'Close {{title}}',
  tabActions: 'Tab actions',
  closeOthers: 'Close others',
  closeAll: 'Close all',
  unsaved: 'Has unsaved input',
  dropTitle: 'At most {{count}} tabs can be open',
  dropContent: 'To open the new page, “{{title}}” must close, but it has unsaved input. Close it?',
  dropOk: 'Close it and open',
  dropCancel: 'Do not open',
  closeTabTitle: 'Close “{{title}}”?',
  closeManyTitle: 'Close {{count}} {{count, plural(one: tab; other: tabs)}} with unsaved input?',
  permissionsChanged: 'Your menu permissions have changed; the menu was updated',
  help: 'Help on this page',
  find: 'Find a bill, container or page',
  zone: {
    title: 'Time zone of the screen',
    browser: 'Browser ({{zone}})',
    hint: 'Times are shown in {{zone}}; times of a place are in its own zone',
    unsaved: 'The page reloads in the new zone, and unsaved input is lost.',
  },
  again: {
    title: 'Sign in again',
    text: 'Your session has expired. After you sign in, this page and your input are still here; then save again.',
    leave: 'Use another account',
    oidc: 'Single sign-on in a new window; then come back to this page',
  },
  connectionLost: 'The live connection is lost; reconnecting…',
};
